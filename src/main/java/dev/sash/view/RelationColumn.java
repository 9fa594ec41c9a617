package dev.sash.view;

import dev.sash.data.DataType;

/**
 * A column of a relation.
 *
 * @param visible whether {@code SELECT *} shows it
 */
public record RelationColumn(String name, DataType type, boolean visible) {}
