package dev.sash.plan;

import dev.sash.data.BooleanColumn;
import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.data.DecimalColumn;
import dev.sash.data.DoubleColumn;
import dev.sash.data.LongColumn;
import dev.sash.data.Nulls;
import dev.sash.data.Schema;
import dev.sash.data.TextColumn;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.calcite.adapter.enumerable.RexToLixTranslator;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.ParameterExpression;
import org.apache.calcite.linq4j.tree.Statement;

/**
 * How generated code reads the columns of a batch: arrays fetched once before the loop, then one
 * element a row.
 */
final class KernelInputs implements RexToLixTranslator.InputGetter {
  private final Schema schema;
  private final ParameterExpression batch;
  private final ParameterExpression row;
  private final Map<Integer, ParameterExpression> columns = new TreeMap<>();

  KernelInputs(Schema schema, ParameterExpression batch, ParameterExpression row) {
    this.schema = schema;
    this.batch = batch;
    this.row = row;
  }

  /** Fetches the columns that were asked for. */
  List<Statement> declarations() {
    List<Statement> statements = new ArrayList<>();
    for (Map.Entry<Integer, ParameterExpression> entry : columns.entrySet()) {
      int ordinal = entry.getKey();
      ParameterExpression column = entry.getValue();
      statements.add(
          declare(
              column,
              Expressions.convert_(
                  Expressions.call(
                      batch, method(ColumnBatch.class, "column", int.class), constant(ordinal)),
                  column.getType())));
      if (isArray(ordinal)) {
        statements.add(declare(values(ordinal), Expressions.call(column, "values")));
        if (schema.type(ordinal).nullable()) {
          statements.add(declare(nulls(ordinal), Expressions.call(column, "nulls")));
        }
      }
    }
    return statements;
  }

  /** Ordinals of the columns that were asked for. */
  Set<Integer> used() {
    return columns.keySet();
  }

  @Override
  public Expression field(BlockBuilder list, int ordinal, Type storageType) {
    DataType type = schema.type(ordinal);
    ParameterExpression column =
        columns.computeIfAbsent(
            ordinal, i -> Expressions.parameter(columnClass(type), "column" + i));
    if (type.isText()) {
      return Expressions.call(column, method(TextColumn.class, "text", int.class), row);
    }
    if (type.kind() == DataType.Kind.DECIMAL) {
      return Expressions.call(column, method(DecimalColumn.class, "decimal", int.class), row);
    }
    Expression element = Expressions.arrayIndex(values(ordinal), row);
    Class<?> primitive = primitive(type);
    Expression value =
        element.getType() == primitive ? element : Expressions.convert_(element, primitive);
    if (!type.nullable()) {
      return value;
    }
    Class<?> boxed = boxed(primitive);
    return Expressions.condition(
        Expressions.call(
            method(Nulls.class, "isSet", long[].class, int.class), nulls(ordinal), row),
        Expressions.constant(null, boxed),
        Expressions.call(method(boxed, "valueOf", primitive), value));
  }

  ParameterExpression values(int ordinal) {
    Class<?> array =
        switch (schema.type(ordinal).kind()) {
          case BOOLEAN -> boolean[].class;
          case REAL, DOUBLE -> double[].class;
          default -> long[].class;
        };
    return Expressions.parameter(array, "values" + ordinal);
  }

  private static ParameterExpression nulls(int ordinal) {
    return Expressions.parameter(long[].class, "nulls" + ordinal);
  }

  boolean isArray(int ordinal) {
    DataType type = schema.type(ordinal);
    return !type.isText() && type.kind() != DataType.Kind.DECIMAL;
  }

  static Class<? extends Column> columnClass(DataType type) {
    return switch (type.kind()) {
      case BOOLEAN -> BooleanColumn.class;
      case TINYINT, SMALLINT, INTEGER, BIGINT, DATE, TIME, TIMESTAMP, TIMESTAMP_LTZ ->
          LongColumn.class;
      case REAL, DOUBLE -> DoubleColumn.class;
      case VARCHAR, CHAR -> TextColumn.class;
      case DECIMAL -> DecimalColumn.class;
    };
  }

  /** The Java type that Calcite's generated code has for values of a type. */
  private static Class<?> primitive(DataType type) {
    return switch (type.kind()) {
      case BOOLEAN -> boolean.class;
      case TINYINT -> byte.class;
      case SMALLINT -> short.class;
      case INTEGER, DATE, TIME -> int.class;
      case BIGINT, TIMESTAMP, TIMESTAMP_LTZ -> long.class;
      case REAL -> float.class;
      case DOUBLE -> double.class;
      case VARCHAR, CHAR, DECIMAL -> throw new AssertionError(type);
    };
  }

  private static Class<?> boxed(Class<?> primitive) {
    return java.lang.invoke.MethodType.methodType(primitive).wrap().returnType();
  }

  private static Statement declare(ParameterExpression variable, Expression value) {
    return Expressions.declare(Modifier.FINAL, variable, value);
  }

  private static Expression constant(int number) {
    return Expressions.constant(number);
  }

  static java.lang.reflect.Method method(Class<?> owner, String name, Class<?>... parameters) {
    try {
      return owner.getMethod(name, parameters);
    } catch (NoSuchMethodException e) {
      throw new AssertionError(e);
    }
  }
}
