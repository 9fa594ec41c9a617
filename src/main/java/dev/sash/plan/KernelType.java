package dev.sash.plan;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** What generated code holds a value in: the Java types of Calcite's code, but for decimals. */
enum KernelType {
  BOOLEAN("boolean", "Boolean", "false"),
  BYTE("byte", "Number", "(byte) 0"),
  SHORT("short", "Number", "(short) 0"),
  INT("int", "Number", "0"),
  LONG("long", "Number", "0L"),
  FLOAT("float", "Number", "0F"),
  DOUBLE("double", "Number", "0D"),
  /** The number without its point. */
  DECIMAL("long", "java.math.BigDecimal", "0L"),
  /** A reference, null for NULL. */
  TEXT("String", "String", "(String) null");

  /** The type of a local variable. */
  final String java;

  /** The type of what Calcite's code returns, where it may be NULL. */
  final String boxed;

  /** What stands where the value is NULL. */
  final String zero;

  KernelType(String java, String boxed, String zero) {
    this.java = java;
    this.boxed = boxed;
    this.zero = zero;
  }

  /** The type for values of a type of the planner, or null when only Calcite's code knows it. */
  static @Nullable KernelType of(RelDataType type) {
    SqlTypeName name = type.getSqlTypeName();
    return switch (name) {
      case BOOLEAN -> BOOLEAN;
      case TINYINT -> BYTE;
      case SMALLINT -> SHORT;
      case INTEGER, DATE, TIME -> INT;
      case BIGINT, TIMESTAMP -> LONG;
      case REAL -> FLOAT;
      case FLOAT, DOUBLE -> DOUBLE;
      case DECIMAL -> DECIMAL;
      case CHAR, VARCHAR -> TEXT;
      default ->
          SqlTypeName.DAY_INTERVAL_TYPES.contains(name)
              ? LONG
              : SqlTypeName.YEAR_INTERVAL_TYPES.contains(name) ? INT : null;
    };
  }

  /** The type for values of which it is known that there is one. */
  static KernelType required(RelDataType type) {
    KernelType known = of(type);
    if (known == null) {
      throw new AssertionError(type);
    }
    return known;
  }

  /** Whether it is one of the integers of Java. */
  boolean isWhole() {
    return this == BYTE || this == SHORT || this == INT || this == LONG;
  }

  /** Whether it is a number with a point that floats. */
  boolean isFloating() {
    return this == FLOAT || this == DOUBLE;
  }
}
