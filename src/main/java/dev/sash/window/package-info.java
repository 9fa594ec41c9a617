/**
 * Which windows and which pane an instant belongs to: pure arithmetic, no state.
 *
 * <p>Read in this order: {@link dev.sash.window.WindowSpec}, {@link dev.sash.window.WindowGrid},
 * {@link dev.sash.window.PaneGrid}; for time zones {@link dev.sash.window.LocalCalendar}.
 */
@NullMarked
package dev.sash.window;

import org.jspecify.annotations.NullMarked;
