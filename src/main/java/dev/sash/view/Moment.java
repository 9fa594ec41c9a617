package dev.sash.view;

/**
 * The content of a family of relations at one moment; immutable. A statement that reads several
 * relations of one family keeps one moment for all of them, so that they agree with each other.
 */
public interface Moment {}
