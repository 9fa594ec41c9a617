package dev.sash.aggregate;

import dev.sash.data.DataType;

/** What an argument of a function may be. */
public enum ArgumentKind {
  /** Any type. */
  ANY("any value"),
  /** Integers, DECIMAL, REAL and DOUBLE. */
  NUMBER("number"),
  /** TINYINT to BIGINT. */
  INTEGER("integer"),
  /** A condition. */
  BOOLEAN("condition"),
  /** VARCHAR and CHAR. */
  TEXT("text"),
  /** A number that is written in the query. */
  CONSTANT_NUMBER("constant number"),
  /** A whole number from 1 on that is written in the query. */
  CONSTANT_COUNT("constant whole number"),
  /** A text that is written in the query. */
  CONSTANT_TEXT("constant text");

  private final String words;

  ArgumentKind(String words) {
    this.words = words;
  }

  /** How messages and the documentation call it. */
  public String words() {
    return words;
  }

  /** Whether it has to be written in the query. */
  public boolean isConstant() {
    return this == CONSTANT_NUMBER || this == CONSTANT_COUNT || this == CONSTANT_TEXT;
  }

  /** Whether a value of the type is one. */
  public boolean takes(DataType type) {
    boolean integer =
        switch (type.kind()) {
          case TINYINT, SMALLINT, INTEGER, BIGINT -> true;
          case BOOLEAN,
              REAL,
              DOUBLE,
              DECIMAL,
              VARCHAR,
              CHAR,
              DATE,
              TIME,
              TIMESTAMP,
              TIMESTAMP_LTZ ->
              false;
        };
    return switch (this) {
      case ANY -> true;
      case INTEGER, CONSTANT_COUNT -> integer;
      case NUMBER, CONSTANT_NUMBER ->
          integer
              || type.kind() == DataType.Kind.DECIMAL
              || type.kind() == DataType.Kind.REAL
              || type.kind() == DataType.Kind.DOUBLE;
      case BOOLEAN -> type.kind() == DataType.Kind.BOOLEAN;
      case TEXT, CONSTANT_TEXT -> type.isText();
    };
  }
}
