/**
 * Where rows go to: lines in a file, on the standard output and to a socket, and rows of a table in
 * any database with a JDBC driver.
 *
 * <p>Read in this order: {@link dev.sash.connector.sink.Sinks} (the list), {@link
 * dev.sash.connector.sink.LineFormat}, {@link dev.sash.connector.sink.FileSinkFactory}, {@link
 * dev.sash.connector.sink.JdbcSinkFactory}.
 */
@NullMarked
package dev.sash.connector.sink;

import org.jspecify.annotations.NullMarked;
