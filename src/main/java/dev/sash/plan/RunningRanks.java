package dev.sash.plan;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;

/**
 * Rows that are numbered in order of event time, and not within a window, to {@link OverRows}: the
 * number of a row is known when the watermark has passed it.
 */
final class RunningRanks extends RelHomogeneousShuttle {

  /** A query in which such rows go on without a window. */
  static RelNode rewrite(RelNode query) {
    return query.accept(new RunningRanks());
  }

  @Override
  public RelNode visit(RelNode node) {
    RelNode visited = super.visit(node);
    if (!(visited instanceof RankedRows ranked) || !isRunning(ranked)) {
      return visited;
    }
    RankedRows.Ranking ranking = ranked.ranking();
    List<OverRows.Call> calls = new ArrayList<>();
    for (int i = 0; i < ranking.functions().size(); i++) {
      calls.add(OverRows.Call.rank(ranking.functions().get(i), ranked, i));
    }
    return OverRows.create(
        ranked.getInput(),
        new OverRows.Place(ranking.partition(), ranking.order(), OverRows.Reach.BACK),
        calls);
  }

  private static boolean isRunning(RankedRows ranked) {
    RelNode input = ranked.getInput();
    WindowColumns windows = WindowColumns.of(input);
    List<Integer> partition = ranked.ranking().partition();
    List<RelFieldCollation> order = ranked.ranking().order();
    return !order.isEmpty()
        && !order.get(0).getDirection().isDescending()
        && partition.stream().noneMatch(windows.ends()::contains)
        && partition.stream().noneMatch(windows.starts()::contains)
        && EventTime.is(input, order.get(0).getFieldIndex());
  }
}
