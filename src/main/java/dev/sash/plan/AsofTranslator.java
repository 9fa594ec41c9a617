package dev.sash.plan;

import dev.sash.data.Field;
import dev.sash.data.Schema;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.runtime.JoinForm;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.AsofJoin;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/** ASOF JOIN to a {@link PhysicalNode.AsofJoin}: by event times, a partner that is not younger. */
final class AsofTranslator {
  private final PhysicalTranslator translator;
  private final AsofJoin join;
  private final int leftWidth;

  private AsofTranslator(PhysicalTranslator translator, AsofJoin join) {
    this.translator = translator;
    this.join = join;
    leftWidth = join.getLeft().getRowType().getFieldCount();
  }

  /** The joined rows. */
  static PhysicalNode translate(PhysicalTranslator translator, AsofJoin join) {
    return new AsofTranslator(translator, join).translate();
  }

  private PhysicalNode translate() {
    if (LookupTranslator.isTable(join.getLeft()) || LookupTranslator.isTable(join.getRight())) {
      throw refuse("ASOF JOIN joins two streams, and a table has no event time")
          .hint("join the table as it is: stream JOIN table ON ...");
    }
    RexCall match = (RexCall) join.getMatchCondition();
    Integer first = column(match.getOperands().get(0));
    Integer second = column(match.getOperands().get(1));
    if (first == null || second == null || first < leftWidth == second < leftWidth) {
      throw byTime();
    }
    SqlKind kind = first < leftWidth ? match.getKind() : match.getKind().reverse();
    int leftTime = Math.min(first, second);
    int rightTime = Math.max(first, second) - leftWidth;
    if (!EventTime.is(join.getLeft(), leftTime) || !EventTime.is(join.getRight(), rightTime)) {
      throw byTime();
    }
    if (kind != SqlKind.GREATER_THAN && kind != SqlKind.GREATER_THAN_OR_EQUAL) {
      throw refuse(
              "ASOF JOIN looks back: a row that follows could still come, and an older one too")
          .hint("write l.ts >= r.ts; or join rows near in time: r.ts BETWEEN l.ts AND l.ts + ...");
    }
    PhysicalNode left = translator.rows(Programs.chain(join.getLeft()));
    PhysicalNode right = translator.rows(Programs.chain(join.getRight()));
    WindowInputs.check(left);
    WindowInputs.check(right);
    JoinForm form = form(left.schema(), right.schema());
    return new PhysicalNode.AsofJoin(
        new PhysicalNode.Side(left, -1, leftTime),
        new PhysicalNode.Side(right, -1, rightTime),
        form,
        kind == SqlKind.GREATER_THAN,
        translator.emit().windowed().once(),
        RexText.of(
            RexUtil.composeConjunction(
                translator.builder(), List.of(join.getMatchCondition(), join.getCondition())),
            form.pair().names()));
  }

  private JoinForm form(Schema left, Schema right) {
    boolean mayMiss = join.getJoinType() == JoinRelType.LEFT_ASOF;
    List<Field> pair = new ArrayList<>(left.fields());
    pair.addAll(right.fields());
    List<Field> output = new ArrayList<>(left.fields());
    for (Field field : right.fields()) {
      output.add(mayMiss ? new Field(field.name(), field.type().nullable(true)) : field);
    }
    List<Integer> leftKeys = new ArrayList<>();
    List<Integer> rightKeys = new ArrayList<>();
    for (RexNode term : RelOptUtil.conjunctions(join.getCondition())) {
      RexNode one = term instanceof RexCall call ? call.getOperands().get(0) : term;
      RexNode other = term instanceof RexCall call ? call.getOperands().get(1) : term;
      if (term.getKind() != SqlKind.EQUALS
          || !(one instanceof RexInputRef first)
          || !(other instanceof RexInputRef second)
          || !pair.get(first.getIndex())
              .type()
              .kind()
              .equals(pair.get(second.getIndex()).type().kind())) {
        throw refuse("ON of ASOF JOIN takes equalities of columns of one type")
            .hint(
                "compute and convert values in sub-queries: FROM (SELECT CAST(k AS BIGINT) AS k ...)");
      }
      leftKeys.add(Math.min(first.getIndex(), second.getIndex()));
      rightKeys.add(Math.max(first.getIndex(), second.getIndex()) - leftWidth);
    }
    JoinForm.Kind kind = mayMiss ? JoinForm.Kind.LEFT : JoinForm.Kind.INNER;
    return new JoinForm(kind, leftKeys, rightKeys, new Schema(pair), new Schema(output));
  }

  private static @Nullable Integer column(RexNode expression) {
    return RexUtil.removeCast(expression) instanceof RexInputRef column ? column.getIndex() : null;
  }

  private SashException byTime() {
    return refuse("MATCH_CONDITION compares the event times of both sides")
        .hint("write MATCH_CONDITION l.ts >= r.ts with the columns that WATERMARK FOR names");
  }

  private SashException refuse(String message) {
    return SashException.at(translator.places().join(), ErrorCode.NOT_SUPPORTED, message);
  }
}
