/**
 * {@code connector = 'nexmark'}: the auction house of the NEXMark benchmark (Tucker et al.,
 * NEXMark: a benchmark for queries over data streams, 2002), in the proportions that Apache Beam
 * gave it.
 *
 * <p>There is one endless sequence of events for each seed, numbered from 0. Of each 50 the first
 * is a person, the next three are auctions, the others bids; event {@code n} happens {@code n /
 * events_per_second} seconds after the start. Three streams show the three kinds. Each value of an
 * event is computed from seed and number alone, nothing is remembered: so each stream makes its
 * rows by itself, and yet a bid names an auction that the other stream has.
 *
 * <p>Read in this order: {@link dev.sash.connector.nexmark.NexmarkSourceFactory}, {@code
 * NexmarkTable} (which events are whose), {@code AuctionHouse} (what they say), {@code
 * NexmarkColumn} (what a column of a stream holds), {@code NexmarkSource}.
 */
@NullMarked
package dev.sash.connector.nexmark;

import org.jspecify.annotations.NullMarked;
