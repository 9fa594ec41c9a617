package dev.sash.runtime;

import dev.sash.data.DataType;

/**
 * The option {@code partition_by}: the rows of each value of a column have their own stream time.
 *
 * @param column its ordinal in the stream's schema
 * @param name its name, for messages
 * @param maxPartitions how many values there may be
 */
public record Partitioning(int column, String name, DataType type, int maxPartitions) {
  /** The setting that bounds the number of partitions. */
  public static final String SETTING = "max_partitions";
}
