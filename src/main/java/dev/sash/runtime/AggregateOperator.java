package dev.sash.runtime;

/** An operator that takes rows and sends results when their time has come. */
public interface AggregateOperator extends RowConsumer, TimedOperator {}
