package dev.sash.data;

/** A column's name, as declared, and its type. */
public record Field(String name, DataType type) {}
