package dev.sash.function;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate function written in Java, which {@code CREATE AGGREGATE name FOR 'class'} makes
 * known to SQL. The class is public and has a public constructor without parameters; one object
 * serves all groups and, from one thread at a time each, several queries, so it keeps nothing but
 * in its states.
 *
 * <p>Rows come in any order and spread over panes: {@link #add} and {@link #merge} have to give the
 * same result for every order and every spread, as a sum of integers does and a sum of doubles that
 * is rounded at each step does not.
 *
 * <p>Whatever a method throws ends the query that called it, with the name of the exception.
 *
 * @param <S> the state of a group, an object that is changed
 */
public interface Aggregate<S> {

  /** What stands for a value of SQL. */
  enum Type {
    /** BOOLEAN, a Boolean. */
    BOOLEAN,
    /** TINYINT to BIGINT, a Long. */
    BIGINT,
    /** Every number, a Double. */
    DOUBLE,
    /** VARCHAR and CHAR, a String. */
    VARCHAR
  }

  /** What each argument is, at least one. */
  List<Type> arguments();

  /** What the result is. */
  Type resultType();

  /** The state of a group without rows. */
  S create();

  /** Adds a row, in which no argument is NULL. */
  void add(S state, List<Object> arguments);

  /**
   * Adds the rows of a state to another one; the former stays as it is, nothing of it is shared.
   */
  void merge(S into, S from);

  /** The result, null for NULL; the state stays as it is. */
  @Nullable Object result(S state);

  /**
   * Whether {@link #retract} undoes {@link #add}. Without it, over results that are corrected,
   * every row is kept and added again.
   */
  default boolean retracts() {
    return false;
  }

  /** Takes a row back that was added. */
  default void retract(S state, List<Object> arguments) {
    throw new UnsupportedOperationException("retract");
  }

  /** About how many bytes a state takes, for {@code max_state_bytes}. */
  long bytes(S state);

  /** Writes a state, for what reads it later. */
  void write(S state, DataOutput output) throws IOException;

  /** Reads what {@link #write} wrote. */
  S read(DataInput input) throws IOException;
}
