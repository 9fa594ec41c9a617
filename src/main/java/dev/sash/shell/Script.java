package dev.sash.shell;

import org.jspecify.annotations.Nullable;

/**
 * Statements to run and where they come from.
 *
 * @param name what error messages call it, or null for what was typed at the prompt
 * @param text all of it
 */
record Script(@Nullable String name, String text) {}
