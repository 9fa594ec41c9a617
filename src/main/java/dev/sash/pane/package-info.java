/**
 * Keys, panes and windows: a row is added to one pane of one key, windows are combined from panes.
 *
 * <p>Read in this order: {@link dev.sash.pane.KeyIndex} (key to dense id), {@link
 * dev.sash.pane.PaneStore} (rows into panes, panes into windows), {@link dev.sash.pane.WindowState}
 * (what a window holds), {@link dev.sash.pane.WindowCombiner} with {@link
 * dev.sash.pane.DirectCombiner} and {@link dev.sash.pane.ChunkCombiner} (how panes become windows).
 */
@NullMarked
package dev.sash.pane;

import org.jspecify.annotations.NullMarked;
