package dev.sash.session;

import static dev.sash.session.Sentences.allRows;
import static dev.sash.session.Sentences.at;
import static dev.sash.session.Sentences.count;

import dev.sash.error.SashException;
import dev.sash.plan.Conditions;
import dev.sash.plan.PhysicalNode;
import dev.sash.runtime.FlowMeter;
import dev.sash.runtime.QueryTime;
import dev.sash.runtime.StateSize;
import dev.sash.runtime.WatermarkGenerator;
import dev.sash.time.ClockMode;
import dev.sash.time.DurationText;
import dev.sash.view.ViewActivity;
import dev.sash.window.WindowSpec;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How a view is, and where its rows were lost on their way to it, in sentences. */
final class ViewReasons {
  private static final long MANY_KEYS = 1_000;

  private final ViewEntry view;
  private final List<InputProgress> inputs;
  private final ViewActivity activity;
  private final FlowMeter flow;
  private final PhysicalNode.@Nullable WindowAggregate aggregate;

  ViewReasons(ViewEntry view, List<InputProgress> inputs) {
    this.view = view;
    this.inputs = inputs;
    activity = view.view().activity();
    flow = view.query().pipeline().flow();
    aggregate = aggregate(view.plan().root());
  }

  private static PhysicalNode.@Nullable WindowAggregate aggregate(PhysicalNode node) {
    if (node instanceof PhysicalNode.WindowAggregate found) {
      return found;
    }
    for (PhysicalNode input : node.inputs()) {
      PhysicalNode.WindowAggregate found = aggregate(input);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  List<InputProgress> inputs() {
    return inputs;
  }

  private String subject() {
    return "view \"" + view.name() + "\"";
  }

  private boolean isHeld() {
    return view.query().hold() != RunningQuery.Hold.RUNNING;
  }

  private boolean isComplete() {
    return view.query().runner().isFinished();
  }

  /** Whether it runs, and what it shows. */
  void addState(List<String> sentences) {
    SashException failure = view.query().failure();
    long rows = view.view().rowCount();
    if (failure != null) {
      sentences.add(subject() + " has failed: " + failure.message());
      if (failure.hint() != null) {
        sentences.add("hint: " + failure.hint());
      }
    } else if (isComplete()) {
      sentences.add(subject() + " is complete: no row comes any more");
    } else if (isHeld()) {
      addHeld(sentences);
    }
    if (rows > 0) {
      sentences.add(
          subject()
              + " is not empty: "
              + count(rows, "row")
              + "; it last changed at "
              + at(activity.changedAtMillis()));
    }
  }

  /** What lets a view go on that is held up. */
  void addHeld(List<String> sentences) {
    sentences.add(
        subject()
            + " is "
            + view.state().toLowerCase(Locale.ROOT)
            + ": RESUME "
            + view.name()
            + " goes on");
  }

  /** Where rows were lost between the inputs and the view. */
  void addLosses(List<String> sentences) {
    long read = view.query().rowsRead();
    if (read == 0) {
      return;
    }
    if (flow.rowsIn() == 0) {
      addFiltered(read, sentences);
      return;
    }
    if (aggregate != null && !(aggregate.window() instanceof WindowSpec.Global)) {
      addOutsideOfWindows(aggregate.window(), sentences);
    }
    addUniqueKeys(sentences);
    if (view.view().rowCount() > 0) {
      return;
    }
    String having = Conditions.having(view.plan().root());
    if (activity.rowsExpired() > 0) {
      sentences.add(
          "RETAIN dropped all rows that were shown: "
              + activity.rowsExpired()
              + "; a longer RETAIN keeps them");
    } else if (having != null && activity.changes() > 0) {
      sentences.add("HAVING " + having + " removed all groups that were shown");
    } else if (having != null && flow.resultsOut() > 0) {
      sentences.add(
          "HAVING " + having + " removed all groups: " + count(flow.resultsOut(), "result"));
    }
  }

  private void addFiltered(long read, List<String> sentences) {
    String where = Conditions.where(view.plan().root());
    long failed = 0;
    for (InputProgress input : inputs) {
      failed += input.failedRows().rows();
      if (input.failedRows().rows() > 0) {
        sentences.add(
            "%s of stream \"%s\" failed in an expression: see errors.%s, first reason: %s"
                .formatted(
                    count(input.failedRows().rows(), "row"),
                    input.input().stream(),
                    input.input().stream(),
                    input.failedRows().firstReason()));
      }
    }
    if (where != null && failed < read) {
      long others = read - failed;
      sentences.add(
          (failed == 0
                  ? allRows(read, "were", "was")
                  : "the other " + others + (others == 1 ? " was" : " were"))
              + " filtered by WHERE "
              + where);
    }
  }

  private void addOutsideOfWindows(WindowSpec window, List<String> sentences) {
    long late = inputs.get(0).lateRows();
    boolean none = size().paneUpdates() == 0;
    String gaps = gaps(window);
    if (late > 0) {
      sentences.add(
          (none ? "every window row was late: " : "")
              + count(late, "row")
              + " came too late for at least one window: see late."
              + view.name());
    } else if (none && gaps != null) {
      sentences.add(
          (isComplete() ? "its sources have no row" : "no row was so far")
              + " in any window: "
              + gaps
              + "; did you swap slide and size?");
    }
  }

  private static @Nullable String gaps(WindowSpec window) {
    if (window instanceof WindowSpec.Hop hop && hop.slideMillis() > hop.sizeMillis()) {
      return "slide "
          + DurationText.format(hop.slideMillis())
          + " is above size "
          + DurationText.format(hop.sizeMillis());
    }
    boolean hasGaps =
        window instanceof WindowSpec.Aligned aligned
            ? aligned.grid().hasGaps()
            : window instanceof WindowSpec.RowCount rows && rows.slideRows() > rows.sizeRows();
    return hasGaps ? "slide is above size" : null;
  }

  /** What ends a window that depends on the rows of its key. */
  private static @Nullable String ending(WindowSpec window) {
    if (window instanceof WindowSpec.Session session) {
      return "a session closes when its key has had no row for "
          + DurationText.format(session.gapMillis())
          + ": each row moves its end";
    } else if (window instanceof WindowSpec.RowCount rows && rows.slideRows() > 1) {
      return "a window of rows ends at every "
          + rows.slideRows()
          + ". row of a key, not with time: keys with fewer rows show nothing";
    }
    return null;
  }

  private void addUniqueKeys(List<String> sentences) {
    StateSize size = size();
    if (size.keys() >= MANY_KEYS && KeyGuard.looksUnique(size)) {
      sentences.add(
          "most keys have one row: "
              + size.keys()
              + " keys of "
              + size.paneUpdates()
              + " rows; is GROUP BY on an id?");
    }
  }

  private StateSize size() {
    return inputs.get(0).size();
  }

  /** When to look again. */
  void addWhatIsNext(List<String> sentences) {
    if (isComplete() || isHeld() || aggregate == null) {
      return;
    }
    long every = view.query().pipeline().everyMillis();
    if (every > 0) {
      sentences.add(tick(every));
      return;
    }
    String ending = ending(aggregate.window());
    if (ending != null && !aggregate.emit().onChange() && view.view().rowCount() == 0) {
      sentences.add(ending);
    } else if (aggregate.window() instanceof WindowSpec.Global && !aggregate.emit().onChange()) {
      sentences.add(
          "EMIT ON CLOSE without a window shows nothing before DRAIN "
              + view.name()
              + "; EMIT EVERY INTERVAL '1' SECOND shows rows as they change");
    }
  }

  private String tick(long everyMillis) {
    boolean eventTime = view.query().pipeline().eventTimeTicks();
    QueryTime time = view.query().pipeline().time();
    long now = eventTime ? time.streamTime() : time.nowMillis();
    String next = at((Math.floorDiv(now, everyMillis) + 1) * everyMillis);
    String rhythm = "EMIT EVERY " + DurationText.format(everyMillis) + ": ";
    if (eventTime) {
      return now == WatermarkGenerator.NONE
          ? rhythm + "the first row starts the ticks"
          : rhythm + "the next tick runs when the stream time reaches " + next;
    }
    if (view.clock() == ClockMode.REPLAY) {
      return rhythm + "the next tick runs before a row later than " + next;
    }
    return rhythm
        + "the next tick is at "
        + next
        + (view.clock() == ClockMode.MANUAL ? ", when ADVANCE CLOCK takes the clock there" : "");
  }
}
