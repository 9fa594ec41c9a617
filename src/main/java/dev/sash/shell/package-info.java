/**
 * The shell: scripts, one-line statements and a prompt over a {@code jdbc:sash:} connection.
 *
 * <p>Read in this order: {@link dev.sash.shell.Main}, {@link dev.sash.shell.Shell}, {@link
 * dev.sash.shell.ScriptRunner}, {@link dev.sash.shell.StatementRunner}, {@link
 * dev.sash.shell.ResultPrinter}, {@link dev.sash.shell.Prompt}.
 */
@NullMarked
package dev.sash.shell;

import org.jspecify.annotations.NullMarked;
