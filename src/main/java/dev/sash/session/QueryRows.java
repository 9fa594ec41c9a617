package dev.sash.session;

import dev.sash.data.ColumnBatch;
import dev.sash.data.Schema;
import dev.sash.plan.QueryPlan;
import dev.sash.runtime.ResultQueue;
import dev.sash.view.RowStream;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The rows of a running query for its one reader: selected columns, up to the query's LIMIT. */
final class QueryRows implements RowStream {
  private final Session session;
  private final RunningQuery query;
  private final ResultQueue queue;
  private final Schema schema;
  private final List<Integer> selected;
  private final boolean sorts;
  private long toSkip;
  private long left;
  private final RowSorter sorter;
  private boolean sorted;
  private boolean given;

  /** Rows of a query that has been started. */
  QueryRows(Session session, QueryPlan plan, RunningQuery query, ResultQueue queue) {
    this.session = session;
    this.query = query;
    this.queue = queue;
    schema = plan.shape().visibleSchema();
    selected = IntStream.range(0, schema.size()).boxed().toList();
    sorts = !plan.order().isEmpty();
    sorter = new RowSorter(plan.shape().schema(), plan.order());
    toSkip = plan.offset();
    left = plan.fetch() < 0 ? Long.MAX_VALUE : plan.fetch();
    session.opened(this);
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public @Nullable ColumnBatch next() throws InterruptedException {
    while (left > 0) {
      ColumnBatch batch = sorts ? nextSorted() : queue.take();
      if (batch == null) {
        break;
      }
      ColumnBatch cut = cut(batch);
      if (cut.rowCount() > 0) {
        return cut.project(schema, selected);
      }
    }
    close();
    return null;
  }

  private @Nullable ColumnBatch nextSorted() throws InterruptedException {
    if (given) {
      return null;
    }
    given = true;
    while (!sorted) {
      collect();
    }
    return sorter.sorted();
  }

  private void collect() throws InterruptedException {
    ColumnBatch batch = queue.take();
    if (batch == null) {
      sorted = true;
    } else {
      sorter.add(batch);
    }
  }

  /** While rows are collected to be sorted, each call takes those that have come. */
  @Override
  public boolean awaitReady(long maxWaitMillis) throws InterruptedException {
    boolean ready = queue.awaitReady(maxWaitMillis);
    if (ready && sorts && !sorted) {
      collect();
      return false;
    }
    return ready;
  }

  /** OFFSET and LIMIT. */
  private ColumnBatch cut(ColumnBatch batch) {
    int from = (int) Math.min(batch.rowCount(), toSkip);
    int count = (int) Math.min(batch.rowCount() - from, left);
    toSkip -= from;
    left -= count;
    return count == batch.rowCount()
        ? batch
        : batch.gather(IntStream.range(from, from + count).toArray(), count);
  }

  @Override
  public void close() {
    queue.close();
    query.close();
    session.released(this);
  }
}
