package dev.sash.session;

import static dev.sash.session.Sentences.allRows;
import static dev.sash.session.Sentences.at;
import static dev.sash.session.Sentences.count;

import dev.sash.runtime.PipelineInput;
import dev.sash.runtime.WatermarkGenerator;
import dev.sash.time.ClockMode;
import dev.sash.time.DurationText;
import dev.sash.view.ErrorRows;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What became of the rows of one input of a view, in sentences. */
final class InputReasons {
  private final InputProgress progress;
  private final PipelineInput input;
  private final WatermarkGenerator generator;
  private final String subject;
  private final @Nullable ErrorRows errors;
  private final @Nullable String trouble;

  InputReasons(Engine engine, InputProgress progress) {
    this.progress = progress;
    input = progress.input();
    generator = input.generator();
    StreamEntry stream = engine.streams().get(input.stream());
    errors = stream == null ? null : stream.errors();
    trouble = stream == null ? null : stream.trouble();
    subject = (stream == null ? "view" : "stream") + " \"" + input.stream() + "\"";
  }

  void add(List<String> sentences) {
    if (trouble != null) {
      sentences.add(subject + ": " + trouble);
    }
    long waiting = input.rowsWaiting();
    if (waiting > 0) {
      sentences.add(subject + ": rows wait: " + waiting + " in the queue of the view");
    }
    ErrorRows.Failures unread = errors == null ? ErrorRows.Failures.NONE : errors.unread();
    if (input.rowsRead() > 0) {
      sentences.add(subject + ": " + time());
      addClosing(sentences);
      addUnread(unread, count(unread.rows(), "more row"), sentences);
    } else if (unread.rows() > 0) {
      addUnread(unread, "all rows failed to parse: " + unread.rows(), sentences);
    } else if (waiting == 0) {
      sentences.add(
          subject + (generator.isEnded() ? " has ended without a row" : " has given no row yet"));
    }
    if (generator.isIdle()) {
      sentences.add(
          subject
              + " is idle since "
              + at(input.lastArrivalMillis())
              + ": no other input waits for it, and the watermark goes on with the clock");
    }
  }

  private void addUnread(ErrorRows.Failures unread, String how, List<String> sentences) {
    if (unread.rows() > 0) {
      String more = how.startsWith("all") ? how : how + " failed to parse: they are";
      sentences.add(
          "%s: %s in errors.%s, first reason: %s"
              .formatted(subject, more, input.stream(), unread.firstReason()));
    }
  }

  /** Rows, stream time and watermark. */
  private String time() {
    String rows = count(input.rowsRead(), "row");
    long future = generator.futureRows();
    if (future > 0 && future == input.rowsRead()) {
      return allRows(future, "are", "is")
          + " later than the clock by more than max_future_skew: the watermark does not move;"
          + " are the clocks of the senders right?";
    }
    Long streamTime = progress.streamTime();
    if (streamTime == null || generator.isEnded()) {
      return rows + (generator.isEnded() ? ", and its end" : "");
    }
    String ahead =
        future == 0
            ? ""
            : "; " + count(future, "row") + " beyond max_future_skew did not move the stream time";
    return rows
        + ", stream time "
        + at(streamTime)
        + "; watermark "
        + at(generator.watermark())
        + (generator.delayMillis() == 0
            ? ""
            : " (stream time - " + DurationText.format(generator.delayMillis()) + ")")
        + ahead;
  }

  /** What the first open window waits for. */
  private void addClosing(List<String> sentences) {
    Long end = progress.nextClose();
    if (end == null || generator.isEnded() || progress.streamTime() == null) {
      return;
    }
    if (generator.watermark() >= end) {
      sentences.add(subject + ": it does not hold back the window that ends at " + at(end));
      return;
    }
    boolean live = progress.view().clock() == ClockMode.LIVE;
    sentences.add(
        subject
            + ": the first window ends at "
            + at(end)
            + ", it closes when a row at or after "
            + at(end + generator.delayMillis())
            + " arrives"
            + (live ? ", or some time after rows have stopped (idle_timeout)" : ""));
  }
}
