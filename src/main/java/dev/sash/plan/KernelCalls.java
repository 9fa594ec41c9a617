package dev.sash.plan;

import dev.sash.data.DataType;
import dev.sash.data.Schema;
import dev.sash.sql.Conformance;
import dev.sash.sql.SashTypeFactory;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.RexToLixTranslator;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.ClassDeclaration;
import org.apache.calcite.linq4j.tree.ClassDeclarationFinder;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.MemberDeclaration;
import org.apache.calcite.linq4j.tree.ParameterExpression;
import org.apache.calcite.linq4j.tree.Primitive;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;

/**
 * Expressions that Calcite's code evaluates, each in a method: those of one row, and conditions
 * over one text, which {@link dev.sash.runtime.TextMemo} remembers.
 */
final class KernelCalls {
  private final Schema schema;
  private final RelDataType row;
  private final SashTypeFactory types;
  private final ParameterExpression rowNumber = Expressions.parameter(int.class, "i");
  private final ParameterExpression text = Expressions.parameter(String.class, "text");
  private final KernelInputs inputs;
  private final List<MemberDeclaration> methods = new ArrayList<>();
  private final Map<RexNode, Call> calls = new LinkedHashMap<>();
  private final Map<RexNode, Integer> memos = new LinkedHashMap<>();
  private final StringBuilder memoMembers = new StringBuilder();

  /**
   * A method.
   *
   * @param primitive whether it never returns null
   */
  record Call(String name, boolean primitive) {}

  KernelCalls(Schema schema, RelDataType row, SashTypeFactory types) {
    this.schema = schema;
    this.row = row;
    this.types = types;
    inputs = new KernelInputs(schema, Expressions.parameter(Object.class, "input"), rowNumber);
  }

  /** The method that evaluates an expression of the row {@code i}. */
  Call row(RexNode node, KernelType type) {
    return calls.computeIfAbsent(
        node, n -> method("expression" + calls.size(), n, type, inputs, rowNumber));
  }

  /** The number of the memo of a condition over one text. */
  int memo(RexNode node) {
    return memos.computeIfAbsent(
        node,
        n -> {
          int number = memos.size();
          RexToLixTranslator.InputGetter getter = (list, ordinal, storage) -> text;
          Call call = method("condition" + number, n, KernelType.BOOLEAN, getter, text);
          memoMembers.append(
              """
              private final TextMemo memo%1$d = new TextMemo();
              private byte look%1$d(int code) {
                return memo%1$d.note(code, %2$s(memo%1$d.text(code))%3$s);
              }
              """
                  .formatted(
                      number,
                      call.name(),
                      call.primitive() ? " ? Boolean.TRUE : Boolean.FALSE" : ""));
          return number;
        });
  }

  private Call method(
      String name,
      RexNode node,
      KernelType type,
      RexToLixTranslator.InputGetter getter,
      ParameterExpression parameter) {
    RexProgram program =
        RexProgram.create(row, List.of(node), null, List.of("value"), new RexBuilder(types));
    BlockBuilder body = new BlockBuilder(true);
    Expression value =
        RexToLixTranslator.translateProjects(
                program,
                types,
                Conformance.INSTANCE,
                body,
                null,
                null,
                DataContext.ROOT,
                getter,
                null)
            .get(0);
    boolean primitive = Primitive.is(value.getType());
    Type result = value.getType();
    if (type == KernelType.TEXT && primitive) {
      value = Expressions.call(String.class, "valueOf", value);
      result = String.class;
      primitive = false;
    } else if (!primitive) {
      result = boxed(type);
      value = Expressions.convert_(value, result);
    }
    body.add(Expressions.return_(null, value));
    methods.add(
        Expressions.methodDecl(Modifier.PRIVATE, result, name, List.of(parameter), body.toBlock()));
    return new Call(name, primitive);
  }

  private static Class<?> boxed(KernelType type) {
    return switch (type) {
      case BOOLEAN -> Boolean.class;
      case TEXT -> String.class;
      case DECIMAL -> java.math.BigDecimal.class;
      default -> Number.class;
    };
  }

  /** The methods, and the fields that they read. */
  String members() {
    if (methods.isEmpty()) {
      return "";
    }
    ClassDeclaration kernel =
        Expressions.classDecl(Modifier.PUBLIC, "Kernel", null, List.of(), methods);
    ClassDeclaration hoisted = kernel.accept(ClassDeclarationFinder.create());
    StringBuilder fields = new StringBuilder(memoMembers);
    for (int ordinal : used()) {
      DataType type = schema.type(ordinal);
      fields.append("private ").append(KernelInputs.columnClass(type).getName());
      fields.append(" column").append(ordinal).append(";\n");
      if (inputs.isArray(ordinal)) {
        String array = inputs.values(ordinal).getType().getTypeName();
        fields.append("private ").append(array).append(" values").append(ordinal).append(";\n");
        fields.append("private long[] nulls").append(ordinal).append(";\n");
      }
    }
    return fields + Expressions.toString(hoisted.memberDeclarations, "\n", false);
  }

  /** Fills the fields for a batch. */
  void bind(KernelCode code) {
    for (int ordinal : used()) {
      String name = KernelInputs.columnClass(schema.type(ordinal)).getName();
      code.line("this.column%d = (%s) input.column(%d);".formatted(ordinal, name, ordinal));
      if (inputs.isArray(ordinal)) {
        code.line("this.values%d = this.column%d.values();".formatted(ordinal, ordinal));
        code.line("this.nulls%d = this.column%d.nulls();".formatted(ordinal, ordinal));
      }
    }
  }

  private Set<Integer> used() {
    return new TreeSet<>(inputs.used());
  }
}
