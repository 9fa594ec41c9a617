package dev.sash.data;

/**
 * The type of a column.
 *
 * @param kind the family
 * @param precision digits of a DECIMAL, most characters of VARCHAR or CHAR ({@link
 *     #UNBOUNDED_LENGTH} when not declared), fraction digits (0 to 3) of a TIME or TIMESTAMP; else
 *     0
 * @param scale digits after the point of a DECIMAL; else 0
 * @param nullable whether NULL may occur
 */
public record DataType(Kind kind, int precision, int scale, boolean nullable) {

  /** The precision of a VARCHAR without a length. */
  public static final int UNBOUNDED_LENGTH = Integer.MAX_VALUE;

  /** Type families, each with the column class that holds its values. */
  public enum Kind {
    /** {@link BooleanColumn}. */
    BOOLEAN,
    /** {@link LongColumn}. */
    TINYINT,
    /** {@link LongColumn}. */
    SMALLINT,
    /** {@link LongColumn}. */
    INTEGER,
    /** {@link LongColumn}. */
    BIGINT,
    /** {@link DoubleColumn}; each value is a float that was widened. */
    REAL,
    /** {@link DoubleColumn}. */
    DOUBLE,
    /** {@link DecimalColumn}. */
    DECIMAL,
    /** {@link TextColumn}. */
    VARCHAR,
    /** {@link TextColumn}; values are padded with spaces to the length. */
    CHAR,
    /** {@link LongColumn} of epoch days. */
    DATE,
    /** {@link LongColumn} of milliseconds since midnight. */
    TIME,
    /** {@link LongColumn} of epoch milliseconds: a wall clock without zone, read as UTC. */
    TIMESTAMP,
    /** {@link LongColumn} of epoch milliseconds: an instant. */
    TIMESTAMP_LTZ
  }

  public DataType {
    if (kind == Kind.DECIMAL && (precision < 1 || precision > 38 || scale < 0 || scale > 38)) {
      throw new IllegalArgumentException(
          "DECIMAL must have 1 to 38 digits: precision=" + precision + ", scale=" + scale);
    }
  }

  /** A nullable type without parameters; VARCHAR is unbounded, times have milliseconds. */
  public static DataType of(Kind kind) {
    return switch (kind) {
      case VARCHAR -> new DataType(kind, UNBOUNDED_LENGTH, 0, true);
      case CHAR -> new DataType(kind, 1, 0, true);
      case TIME, TIMESTAMP, TIMESTAMP_LTZ -> new DataType(kind, 3, 0, true);
      case DECIMAL -> decimal(38, 0);
      case BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, REAL, DOUBLE, DATE ->
          new DataType(kind, 0, 0, true);
    };
  }

  /** A nullable DECIMAL. */
  public static DataType decimal(int precision, int scale) {
    return new DataType(Kind.DECIMAL, precision, scale, true);
  }

  /** The same type with the given nullability. */
  public DataType nullable(boolean mayBeNull) {
    return mayBeNull == nullable ? this : new DataType(kind, precision, scale, mayBeNull);
  }

  /** Whether values are held in a {@link TextColumn}. */
  public boolean isText() {
    return kind == Kind.VARCHAR || kind == Kind.CHAR;
  }

  /** Whether values are points of time that windows can be made of. */
  public boolean isTimestamp() {
    return kind == Kind.TIMESTAMP || kind == Kind.TIMESTAMP_LTZ;
  }

  /** The type as SQL, without nullability: {@code DECIMAL(10, 2)}. */
  public String sql() {
    return switch (kind) {
      case DECIMAL -> "DECIMAL(" + precision + ", " + scale + ")";
      case VARCHAR -> precision == UNBOUNDED_LENGTH ? "VARCHAR" : "VARCHAR(" + precision + ")";
      case CHAR -> "CHAR(" + precision + ")";
      case TIME, TIMESTAMP -> kind + "(" + precision + ")";
      case TIMESTAMP_LTZ -> "TIMESTAMP(" + precision + ") WITH LOCAL TIME ZONE";
      case BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, REAL, DOUBLE, DATE -> kind.name();
    };
  }
}
