/**
 * The {@code jdbc:sash:} driver: H2's own JDBC objects behind thin proxies that hand Sash's
 * statements to the session and leave all others untouched.
 *
 * <p>Read in this order: {@link dev.sash.jdbc.SashDriver}, {@link dev.sash.jdbc.ProxyHandler},
 * {@link dev.sash.jdbc.ConnectionHandler}, {@link dev.sash.jdbc.StatementHandler}, {@link
 * dev.sash.jdbc.Execution}.
 */
@NullMarked
package dev.sash.jdbc;

import org.jspecify.annotations.NullMarked;
