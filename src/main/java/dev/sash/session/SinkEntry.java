package dev.sash.session;

/**
 * A sink as the engine holds it.
 *
 * @param name as declared
 * @param view the view whose changes it writes
 * @param connector where to, in one word
 */
record SinkEntry(String name, String view, String connector, SinkMode mode, RunningSink running) {}
