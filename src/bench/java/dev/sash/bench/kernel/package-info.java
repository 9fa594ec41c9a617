/** JMH kernels: the inner loops, each alone. */
@NullMarked
package dev.sash.bench.kernel;

import org.jspecify.annotations.NullMarked;
