/**
 * What readers see: immutable snapshots of relations, swapped as a whole.
 *
 * <p>Read in this order: {@link dev.sash.view.Relation}, {@link dev.sash.view.Snapshot} and {@link
 * dev.sash.view.Segment} (what a reader gets); {@link dev.sash.view.View} (what a query writes to);
 * {@link dev.sash.view.ViewGroup} (when it becomes visible); {@code WindowMerge} (how rows get
 * their revisions), {@code SegmentPatch} (how a change is brought in without copying what stays),
 * {@code SegmentList} and {@code RowLog} (how they are kept); {@link dev.sash.view.StreamTail},
 * {@link dev.sash.view.ErrorRows}, {@link dev.sash.view.ListedRelation} (relations that are no
 * views).
 */
@NullMarked
package dev.sash.view;

import org.jspecify.annotations.NullMarked;
