/**
 * Operators and what runs them. Operators are single-threaded and know neither H2 nor threads.
 *
 * <p>Read in this order: {@link dev.sash.runtime.Source}, {@link dev.sash.runtime.RowKernel},
 * {@link dev.sash.runtime.Sink}.
 */
@NullMarked
package dev.sash.runtime;

import org.jspecify.annotations.NullMarked;
