/**
 * Lines that come over a connection to a port: {@link
 * dev.sash.connector.socket.SocketSourceFactory} reads the options, {@link
 * dev.sash.connector.socket.SocketSource} connects and reads.
 */
@NullMarked
package dev.sash.connector.socket;

import org.jspecify.annotations.NullMarked;
