/**
 * Where rows come from outside: one subpackage a connector, and {@code format} for what the bytes
 * of all of them mean.
 *
 * <p>Read in this order: {@link dev.sash.connector.Connectors} (the list), {@link
 * dev.sash.connector.file.FileSourceFactory}, {@link dev.sash.connector.format.InputFormat}.
 */
@NullMarked
package dev.sash.connector;

import org.jspecify.annotations.NullMarked;
