package dev.sash.error;

/**
 * The catalogue: every error Sash can raise, with its SQLSTATE and kind. The SQLSTATE is the
 * standard's where one exists, PostgreSQL's where the standard has none.
 */
public enum ErrorCode {
  /** The text does not parse. */
  SYNTAX("42601", ErrorKind.USER),
  /** A column that the relations in FROM do not have. */
  COLUMN_NOT_FOUND("42703", ErrorKind.USER),
  /** A stream, view or table that does not exist. */
  RELATION_NOT_FOUND("42P01", ErrorKind.USER),
  /** A function that does not exist, or not with these arguments. */
  FUNCTION_NOT_FOUND("42883", ErrorKind.USER),
  /** A column name that more than one relation in FROM has. */
  COLUMN_AMBIGUOUS("42702", ErrorKind.USER),
  /** A name that is already taken. */
  DUPLICATE_NAME("42P07", ErrorKind.USER),
  /** A column outside GROUP BY, an aggregate in WHERE. */
  GROUPING("42803", ErrorKind.USER),
  /** Operands whose types do not go together. */
  TYPE_MISMATCH("42804", ErrorKind.USER),
  /** A slide, size, offset or interval that a window cannot have. */
  WINDOW_ARGUMENT("22023", ErrorKind.USER),
  /** A watermark that cannot be derived from the declared column. */
  WATERMARK("42P17", ErrorKind.USER),
  /** A WITH option that the connector does not know, or a value it cannot take. */
  OPTION("42P16", ErrorKind.USER),
  /** A SET name that does not exist, or a value it cannot take. */
  SETTING("42704", ErrorKind.USER),
  /** A statement that is meant to work one day; the hint says what works today. */
  NOT_SUPPORTED("0A000", ErrorKind.USER),
  /** EMIT where it cannot stand, or a trigger the query cannot have. */
  EMIT("42P20", ErrorKind.USER),
  /** INSERT, UPDATE or DELETE on a relation that does not take it. */
  READ_ONLY("25006", ErrorKind.USER),
  /** A drop of something that something else needs. */
  DEPENDENT_OBJECTS("2BP01", ErrorKind.USER),
  /** A command in the wrong state: ADVANCE CLOCK without SET CLOCK = MANUAL, DRAIN of a file. */
  WRONG_STATE("55000", ErrorKind.USER),
  /** Division by zero while a query runs. */
  DIVISION_BY_ZERO("22012", ErrorKind.USER),
  /** A value outside the range of its type while a query runs. */
  NUMERIC_OVERFLOW("22003", ErrorKind.USER),
  /** A value that cannot be converted while a query runs. */
  DATA_CONVERSION("22018", ErrorKind.USER),
  /** A function of the user's own failed. */
  FUNCTION_FAILED("38000", ErrorKind.USER),
  /** The user ended the statement, or its time-out did. */
  CANCELED("57014", ErrorKind.USER),
  /** A file or directory that cannot be read or written. */
  FILE("58030", ErrorKind.ENVIRONMENT),
  /** A setting's bound was reached: keys, rows, bytes, queue. */
  LIMIT_EXCEEDED("54000", ErrorKind.LIMIT),
  /** The connection or the engine is closed. */
  CLOSED("08003", ErrorKind.ENVIRONMENT),
  /** A bug in Sash. */
  INTERNAL("XX000", ErrorKind.INTERNAL);

  private final String sqlState;
  private final ErrorKind kind;

  ErrorCode(String sqlState, ErrorKind kind) {
    this.sqlState = sqlState;
    this.kind = kind;
  }

  /** Five characters, as {@link java.sql.SQLException#getSQLState()} gives them. */
  public String sqlState() {
    return sqlState;
  }

  /** Whose mistake it is. */
  public ErrorKind kind() {
    return kind;
  }
}
