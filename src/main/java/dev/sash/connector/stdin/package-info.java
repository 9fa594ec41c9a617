/**
 * {@code connector = 'stdin'}.
 *
 * <p>Read in this order: {@link dev.sash.connector.stdin.StdinSourceFactory}, {@code
 * StandardInputSpool} (how an input that comes once is read many times).
 */
@NullMarked
package dev.sash.connector.stdin;

import org.jspecify.annotations.NullMarked;
