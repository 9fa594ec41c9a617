package dev.sash.plan;

import dev.sash.sql.AtTimeZone;
import java.util.Collections;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.TimestampString;

/**
 * Computes with TIMESTAMP WITH LOCAL TIME ZONE as with TIMESTAMP. Both are epoch milliseconds, and
 * the zone is UTC, so all that differs is the text: {@code 2026-01-31 10:00:00+00}.
 */
final class InstantTypes extends RexShuttle {
  private final RexBuilder builder;
  private final RelDataTypeFactory types;

  InstantTypes(RexBuilder builder) {
    this.builder = builder;
    types = builder.getTypeFactory();
  }

  /** The columns that the expressions of this shuttle are over. */
  RelDataType row(RelDataType row) {
    RelDataTypeFactory.Builder plain = types.builder();
    for (RelDataTypeField field : row.getFieldList()) {
      plain.add(field.getName(), plain(field.getType()));
    }
    return plain.build();
  }

  private RelDataType plain(RelDataType type) {
    return isInstant(type)
        ? types.createTypeWithNullability(
            types.createSqlType(SqlTypeName.TIMESTAMP, type.getPrecision()), type.isNullable())
        : type;
  }

  static boolean isInstant(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE
        || type.getSqlTypeName() == SqlTypeName.TIMESTAMP_TZ;
  }

  @Override
  public RexNode visitInputRef(RexInputRef reference) {
    return isInstant(reference.getType())
        ? new RexInputRef(reference.getIndex(), plain(reference.getType()))
        : reference;
  }

  @Override
  public RexNode visitLiteral(RexLiteral literal) {
    if (!isInstant(literal.getType())) {
      return literal;
    }
    if (literal.isNull()) {
      return builder.makeNullLiteral(plain(literal.getType()));
    }
    return builder.makeTimestampLiteral(
        TimestampString.fromMillisSinceEpoch(literal.getValueAs(Long.class)),
        literal.getType().getPrecision());
  }

  @Override
  public RexNode visitCall(RexCall call) {
    boolean[] changed = {false};
    List<RexNode> operands = visitList(call.getOperands(), changed);
    if (call.getOperator().equals(AtTimeZone.OPERATOR)) {
      boolean instant = isInstant(call.getOperands().get(0).getType());
      return builder.makeCall(
          plain(call.getType()),
          instant ? ExactOperators.LOCAL_CLOCK : ExactOperators.INSTANT_OF,
          operands);
    }
    if (call.getKind() == SqlKind.CAST
        && isInstant(call.getOperands().get(0).getType())
        && SqlTypeUtil.isCharacter(call.getType())) {
      return text(call.getType(), operands.get(0));
    }
    if (isInstant(call.getType())) {
      return shifted(call, operands);
    }
    return changed[0] ? call.clone(call.getType(), operands) : call;
  }

  /** Calcite has operators of their own for timestamps and intervals, the interval second. */
  private RexNode shifted(RexCall call, List<RexNode> operands) {
    RelDataType type = plain(call.getType());
    if (call.getOperator().equals(SqlStdOperatorTable.MINUS)) {
      return builder.makeCall(type, SqlStdOperatorTable.MINUS_DATE, operands);
    }
    if (call.getOperator().equals(SqlStdOperatorTable.PLUS)) {
      boolean intervalFirst = SqlTypeUtil.isInterval(operands.get(0).getType());
      return builder.makeCall(
          type,
          SqlStdOperatorTable.DATETIME_PLUS,
          intervalFirst ? List.of(operands.get(1), operands.get(0)) : operands);
    }
    return call.clone(type, operands);
  }

  private RexNode text(RelDataType target, RexNode instant) {
    RelDataType varchar =
        types.createTypeWithNullability(
            types.createSqlType(SqlTypeName.VARCHAR), instant.getType().isNullable());
    RexNode full =
        builder.makeCall(varchar, ExactOperators.INSTANT_TEXT, Collections.singletonList(instant));
    return SqlTypeUtil.equalSansNullability(varchar, target)
        ? full
        : builder.makeAbstractCast(target, full, false);
  }
}
