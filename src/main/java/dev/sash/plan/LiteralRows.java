package dev.sash.plan;

import dev.sash.data.DataType;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import dev.sash.sql.TypeMapping;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rex.RexLiteral;
import org.jspecify.annotations.Nullable;

/** VALUES as rows of objects. */
final class LiteralRows {
  private LiteralRows() {}

  /** The node for literal rows. */
  static PhysicalNode.Values node(Values values) {
    Schema schema = schema(values);
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (List<RexLiteral> tuple : values.getTuples()) {
      List<@Nullable Object> row = new ArrayList<>();
      for (int i = 0; i < tuple.size(); i++) {
        row.add(value(tuple.get(i), schema.type(i)));
      }
      rows.add(row);
    }
    return new PhysicalNode.Values(schema, rows);
  }

  /** Texts are VARCHAR: Calcite calls a literal CHAR. */
  private static Schema schema(Values values) {
    List<Field> fields = new ArrayList<>();
    for (Field field : TypeMapping.schema(values.getRowType()).fields()) {
      DataType type = field.type();
      fields.add(
          type.kind() == DataType.Kind.CHAR
              ? new Field(
                  field.name(),
                  new DataType(DataType.Kind.VARCHAR, type.precision(), 0, type.nullable()))
              : field);
    }
    return new Schema(fields);
  }

  /** Literal rows whose columns are chosen and named anew. */
  static PhysicalNode.Values moved(PhysicalNode.Values values, CalcColumns columns) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (List<@Nullable Object> row : values.rows()) {
      List<@Nullable Object> moved = new ArrayList<>();
      columns.outputs().forEach(output -> moved.add(row.get(output.inputColumn())));
      rows.add(moved);
    }
    return new PhysicalNode.Values(columns.schema(), rows);
  }

  private static @Nullable Object value(RexLiteral literal, DataType type) {
    if (literal.isNull()) {
      return null;
    }
    return switch (type.kind()) {
      case BOOLEAN -> literal.getValueAs(Boolean.class);
      case TINYINT, SMALLINT, INTEGER, BIGINT, TIMESTAMP, TIMESTAMP_LTZ ->
          literal.getValueAs(Long.class);
      case REAL, DOUBLE -> literal.getValueAs(Double.class);
      case DATE, TIME -> Long.valueOf(literal.getValueAs(Integer.class));
      case VARCHAR, CHAR -> literal.getValueAs(String.class);
      case DECIMAL ->
          literal.getValueAs(BigDecimal.class).setScale(type.scale(), RoundingMode.HALF_UP);
    };
  }
}
