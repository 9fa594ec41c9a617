package dev.sash.runtime;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The condition and the columns of queries that share panes: evaluated once for all of them. */
final class SharedCalc implements RowConsumer {
  private final CalcOperator operator;

  /** A calculation for queries of one {@link SharedInput#meaning}, before their panes. */
  SharedCalc(List<SharedMember> members, SharedPanes panes) {
    SharedInput input = members.get(0).input();
    operator =
        new CalcOperator(
            panes.projection(),
            kernel(input.kernel(), members.get(0).pipeline().time()),
            input.computed(),
            (rows, row, failure) ->
                members.forEach(
                    member -> member.attempt(() -> member.failures().failed(rows, row, failure))),
            panes);
  }

  private static @Nullable RowKernel kernel(@Nullable String source, QueryTime time) {
    if (source == null) {
      return null;
    }
    RowKernel compiled = ExpressionCompiler.compile(source);
    compiled.clock = time;
    return compiled;
  }

  @Override
  public void rows(Rows rows) {
    operator.rows(rows);
  }
}
