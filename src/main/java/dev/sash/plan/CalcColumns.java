package dev.sash.plan;

import dev.sash.data.DataType;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import dev.sash.sql.SashTypeFactory;
import dev.sash.sql.TypeMapping;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLocalRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * A program as the parts of a {@link PhysicalNode.Calc}: columns that only move are separated from
 * those that the kernel computes.
 */
record CalcColumns(
    Schema schema,
    List<PhysicalNode.Output> outputs,
    PhysicalNode.@Nullable Kernel kernel,
    String text) {

  /** The parts of a program over columns of the given schema. */
  static CalcColumns of(RexProgram program, Schema input, SashTypeFactory types) {
    List<String> names = program.getOutputRowType().getFieldNames();
    List<Field> fields = new ArrayList<>();
    List<PhysicalNode.Output> outputs = new ArrayList<>();
    Map<RexNode, Integer> computed = new LinkedHashMap<>();
    List<String> texts = new ArrayList<>();
    for (RexLocalRef project : program.getProjectList()) {
      RexNode expression = program.expandLocalRef(project);
      String name = names.get(fields.size());
      int moved = moved(expression, input);
      if (moved >= 0) {
        outputs.add(PhysicalNode.Output.input(moved));
        fields.add(new Field(name, input.type(moved)));
      } else {
        int ordinal = computed.computeIfAbsent(expression, e -> computed.size());
        outputs.add(PhysicalNode.Output.computed(ordinal));
        fields.add(new Field(name, dataType(expression)));
      }
      texts.add(labelled(RexText.of(expression, input.names()), name));
    }
    String text = String.join(", ", texts);
    RexLocalRef condition = program.getCondition();
    if (condition != null) {
      text += "; " + RexText.of(program.expandLocalRef(condition), input.names());
    }
    return new CalcColumns(
        new Schema(fields),
        List.copyOf(outputs),
        kernel(program, List.copyOf(computed.keySet()), input, types),
        text);
  }

  private static String labelled(String text, String name) {
    return text.equals(name) ? text : text + " AS " + name;
  }

  /**
   * The input column that an expression passes on, or -1. A cast that changes neither the family
   * nor the values is none: the column, and with it the dictionary of a text, is shared.
   */
  private static int moved(RexNode expression, Schema input) {
    if (expression instanceof RexInputRef reference) {
      return reference.getIndex();
    }
    if (expression.getKind() != SqlKind.CAST
        || !(((RexCall) expression).getOperands().get(0) instanceof RexInputRef reference)
        || expression.getType().getSqlTypeName() == SqlTypeName.NULL) {
      return -1;
    }
    DataType source = input.type(reference.getIndex());
    DataType target = TypeMapping.dataType(expression.getType());
    boolean same =
        source.kind() == target.kind()
            && source.scale() == target.scale()
            && (source.kind() == DataType.Kind.VARCHAR
                    || source.kind() == DataType.Kind.DECIMAL
                    || source.kind() == DataType.Kind.TIME
                    || source.isTimestamp()
                ? source.precision() <= target.precision()
                : source.precision() == target.precision());
    return same ? reference.getIndex() : -1;
  }

  /** Texts that are not cast to CHAR on purpose are VARCHAR: {@code 'ok'} is not padded. */
  static DataType dataType(RexNode expression) {
    DataType type = TypeMapping.dataType(expression.getType());
    return type.kind() == DataType.Kind.CHAR && expression.getKind() != SqlKind.CAST
        ? new DataType(DataType.Kind.VARCHAR, type.precision(), 0, type.nullable())
        : type;
  }

  private static PhysicalNode.@Nullable Kernel kernel(
      RexProgram program, List<RexNode> computed, Schema input, SashTypeFactory types) {
    if (computed.isEmpty() && program.getCondition() == null) {
      return null;
    }
    return ExpressionWriter.kernel(KernelProgram.of(program, computed, input, types), types);
  }
}
