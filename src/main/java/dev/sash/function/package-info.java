/**
 * Functions of the user's own: what a Java class has to be so that {@code CREATE AGGREGATE} and
 * {@code CREATE FUNCTION} take it.
 *
 * <p>Read {@link dev.sash.function.Aggregate} first.
 */
@NullMarked
package dev.sash.function;

import org.jspecify.annotations.NullMarked;
