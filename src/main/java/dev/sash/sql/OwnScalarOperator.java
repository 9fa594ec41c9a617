package dev.sash.sql;

import dev.sash.function.OwnCalls;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.adapter.enumerable.CallImplementor;
import org.apache.calcite.adapter.enumerable.NullPolicy;
import org.apache.calcite.adapter.enumerable.RexImpTable;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.Primitive;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.FunctionParameter;
import org.apache.calcite.schema.ImplementableFunction;
import org.apache.calcite.schema.ScalarFunction;
import org.apache.calcite.schema.impl.ReflectiveFunctionBase;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;

/**
 * A function over single rows of the user's own. Generated code cannot name the user's class, which
 * a loader of its own has loaded, and calls it through {@link OwnCalls}.
 */
final class OwnScalarOperator {
  private static final Map<Class<?>, SqlTypeName> TYPES =
      Map.of(
          boolean.class, SqlTypeName.BOOLEAN,
          int.class, SqlTypeName.INTEGER,
          long.class, SqlTypeName.BIGINT,
          double.class, SqlTypeName.DOUBLE,
          String.class, SqlTypeName.VARCHAR);

  private OwnScalarOperator() {}

  static SqlFunction of(String name, Method method) {
    List<SqlTypeFamily> families = new ArrayList<>();
    for (Class<?> parameter : method.getParameterTypes()) {
      families.add(family(type(parameter)));
    }
    SqlTypeName result = type(method.getReturnType());
    return new SqlUserDefinedFunction(
        new SqlIdentifier(name, SqlParserPos.ZERO),
        SqlKind.OTHER_FUNCTION,
        binding -> {
          RelDataTypeFactory types = binding.getTypeFactory();
          return types.createTypeWithNullability(types.createSqlType(result), true);
        },
        InferTypes.ANY_NULLABLE,
        OperandTypes.operandMetadata(
            families,
            types -> parameterTypes(types, method),
            ordinal -> method.getParameters()[ordinal].getName(),
            ordinal -> false),
        new Call(name, method));
  }

  private static List<RelDataType> parameterTypes(RelDataTypeFactory types, Method method) {
    List<RelDataType> parameters = new ArrayList<>();
    for (Class<?> parameter : method.getParameterTypes()) {
      parameters.add(types.createSqlType(type(parameter)));
    }
    return parameters;
  }

  private static SqlTypeName type(Class<?> type) {
    return TYPES.getOrDefault(Primitive.unbox(type), SqlTypeName.ANY);
  }

  private static SqlTypeFamily family(SqlTypeName type) {
    return switch (type) {
      case BOOLEAN -> SqlTypeFamily.BOOLEAN;
      case INTEGER, BIGINT -> SqlTypeFamily.INTEGER;
      case DOUBLE -> SqlTypeFamily.NUMERIC;
      default -> SqlTypeFamily.CHARACTER;
    };
  }

  /** Calls a method through {@link OwnCalls}. */
  private record Call(String name, Method method) implements ScalarFunction, ImplementableFunction {

    @Override
    public RelDataType getReturnType(RelDataTypeFactory types) {
      return types.createSqlType(type(method.getReturnType()));
    }

    @Override
    public List<FunctionParameter> getParameters() {
      return ReflectiveFunctionBase.builder().addMethodParameters(method).build();
    }

    @Override
    public CallImplementor getImplementor() {
      long number = OwnCalls.number(name, method);
      return RexImpTable.createImplementor(
          (translator, call, operands) -> {
            List<Expression> boxed = new ArrayList<>();
            operands.forEach(operand -> boxed.add(Expressions.box(operand)));
            Class<?> result = Primitive.box(method.getReturnType());
            return Expressions.convert_(
                Expressions.call(
                    OwnCalls.class,
                    "call",
                    Expressions.constant(number),
                    Expressions.newArrayInit(Object.class, boxed)),
                result);
          },
          NullPolicy.SEMI_STRICT,
          false);
    }
  }
}
