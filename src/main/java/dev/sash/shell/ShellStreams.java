package dev.sash.shell;

import java.io.InputStream;
import java.io.OutputStream;

/**
 * What a shell reads and writes. Text is UTF-8 in both directions.
 *
 * @param terminal whether a person sits at both ends
 */
record ShellStreams(InputStream in, OutputStream out, OutputStream err, boolean terminal) {}
