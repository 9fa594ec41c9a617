/**
 * Clocks and instants. An instant is a {@code long} of epoch milliseconds, may lie before 1970, and
 * is the reading of a zone-less wall clock taken as UTC. Only this package reads the machine's
 * clock.
 *
 * <p>Read in this order: {@link dev.sash.time.ClockMode}, {@link dev.sash.time.EngineClock}, {@link
 * dev.sash.time.ManualClock}; {@link dev.sash.time.TimestampText} and {@link
 * dev.sash.time.TimestampScanner} for instants as text.
 */
@NullMarked
package dev.sash.time;

import org.jspecify.annotations.NullMarked;
