package dev.sash.sql;

/**
 * One statement of a script.
 *
 * @param sql its text from the first token to the last, without the semicolon; comments in between
 *     are kept
 * @param offset of its first token in the script
 * @param line of its first token, counted from 1
 * @param column of its first token, counted from 1
 * @param terminated whether a semicolon followed
 */
public record StatementText(String sql, int offset, int line, int column, boolean terminated) {}
