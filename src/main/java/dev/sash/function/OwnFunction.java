package dev.sash.function;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * A function that a statement has made known.
 *
 * @param name as written
 * @param target the class, or class and method, as written
 * @param aggregate null for a function over single rows
 * @param method null for an aggregate
 */
public record OwnFunction(
    String name, String target, @Nullable Aggregate<?> aggregate, @Nullable Method method) {}
