/**
 * The workload runner: the same rows through Sash, through the best loop that can be written by
 * hand for the query, and through one that updates every window for every row.
 *
 * <p>{@link dev.sash.bench.BenchMain} reads the arguments, {@link dev.sash.bench.Events} makes the
 * rows, a {@link dev.sash.bench.Subject} works them off, {@link dev.sash.bench.ResultSum} makes
 * sure that all have computed the same. Kernels are measured in {@code dev.sash.bench.kernel}.
 */
@NullMarked
package dev.sash.bench;

import org.jspecify.annotations.NullMarked;
