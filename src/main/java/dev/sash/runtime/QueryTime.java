package dev.sash.runtime;

import dev.sash.time.ClockMode;
import dev.sash.time.EngineClock;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What time it is for one query: its engine clock, and its watermark as the minimum over its
 * inputs. Written by the pipeline's thread; {@link #nowMillis} may be read by any.
 */
public final class QueryTime implements EngineClock, OperatorTime, Snapshotable {
  private final ClockMode mode;
  private final EngineClock clock;
  private final List<WatermarkGenerator> inputs = new ArrayList<>();
  private volatile long replayMillis = WatermarkGenerator.NONE;
  private volatile long watermark = WatermarkGenerator.NONE;
  private boolean byClock;

  /** Where a clock that is on its way to a later instant has come. */
  private volatile long passing = Long.MAX_VALUE;

  /**
   * Time for a query.
   *
   * @param clock what LIVE and MANUAL read; not used in REPLAY
   */
  public QueryTime(ClockMode mode, EngineClock clock) {
    this.mode = mode;
    this.clock = clock;
  }

  @Override
  public void snapshot(DataOutput output) throws IOException {
    output.writeLong(replayMillis);
    output.writeLong(watermark);
    for (WatermarkGenerator input : inputs) {
      input.snapshot(output);
    }
  }

  @Override
  public void restore(DataInput input) throws IOException {
    replayMillis = input.readLong();
    watermark = input.readLong();
    for (WatermarkGenerator generator : inputs) {
      generator.restore(input);
    }
  }

  void add(WatermarkGenerator input) {
    inputs.add(input);
  }

  /** Windows go by processing time: the watermark is the engine clock until the inputs end. */
  public void followClock() {
    byClock = true;
  }

  /** Whether windows go by processing time. */
  boolean followsClock() {
    return byClock;
  }

  /** The engine clock, {@link WatermarkGenerator#NONE} before the first row of a replay. */
  private long clockMillis() {
    return isReplay() ? replayMillis : Math.min(passing, clock.nowMillis());
  }

  /** How the clock is driven. */
  public ClockMode mode() {
    return mode;
  }

  /** Whether the rows drive the clock. */
  public boolean isReplay() {
    return mode == ClockMode.REPLAY;
  }

  @Override
  public long nowMillis() {
    if (!isReplay()) {
      return Math.min(passing, clock.nowMillis());
    }
    return replayMillis == WatermarkGenerator.NONE ? 0 : replayMillis;
  }

  /** The replay clock before any row that would move the stream time on from the given one. */
  long replayTimeFor(long streamTime) {
    return Math.max(replayMillis, streamTime);
  }

  /** Sets the replay clock to a tick that is due. */
  void replayTick(long millis) {
    replayMillis = Math.max(replayMillis, millis);
  }

  /** Takes the clock to an instant on its way; ended by {@link #passed}. */
  void pass(long millis) {
    if (isReplay()) {
      replayTick(millis);
    } else {
      passing = millis;
    }
  }

  /** The clock is where it is again. */
  void passed() {
    passing = Long.MAX_VALUE;
  }

  /** Takes the replay clock to that of a view that is read. */
  void followClock(long millis) {
    if (isReplay()) {
      replayMillis = Math.max(replayMillis, millis);
    }
  }

  /** Takes the replay clock to the largest stream time of the inputs. */
  void followRows() {
    if (isReplay()) {
      for (WatermarkGenerator input : inputs) {
        replayMillis = Math.max(replayMillis, input.streamTime());
      }
    }
  }

  /** The query's watermark. */
  @Override
  public long watermark() {
    return watermark;
  }

  /** Moves the watermark to the minimum over the inputs that are not idle, unless that is back. */
  void updateWatermark() {
    if (byClock) {
      boolean ended = inputs.stream().allMatch(WatermarkGenerator::isEnded);
      advanceWatermark(ended ? WatermarkGenerator.END : clockMillis());
      return;
    }
    long least = WatermarkGenerator.END;
    boolean anyActive = false;
    for (WatermarkGenerator input : inputs) {
      if (!input.isIdle()) {
        anyActive = true;
        least = Math.min(least, input.watermark());
      }
    }
    if (anyActive) {
      advanceWatermark(least);
    }
  }

  /**
   * The largest watermark of a partition of the inputs that go on: where time goes on from when all
   * are idle.
   */
  long largestWatermark() {
    long largest = WatermarkGenerator.NONE;
    for (WatermarkGenerator input : inputs) {
      largest = input.isEnded() ? largest : Math.max(largest, input.largestWatermark());
    }
    return largest;
  }

  /** Moves the watermark on. */
  void advanceWatermark(long to) {
    watermark = Math.max(watermark, to);
  }

  /** The query's watermark if one input's were the given one. */
  long watermarkFor(WatermarkGenerator input, long own) {
    return Math.max(watermark, Math.min(own, othersWatermark(input)));
  }

  /** The engine clock as a watermark, before a row that would move the stream time on. */
  long clockWatermarkFor(long streamTime) {
    return isReplay() ? Math.max(watermark, replayTimeFor(streamTime)) : watermark;
  }

  /** The watermark of an input alone at which the query's gets to a boundary. */
  long reach(WatermarkGenerator input, long boundary) {
    if (byClock) {
      long behind = input.delayMillis();
      return boundary == Long.MAX_VALUE || !isReplay() ? Long.MAX_VALUE : boundary - behind;
    }
    return othersWatermark(input) < boundary ? Long.MAX_VALUE : boundary;
  }

  /** The least watermark of the active inputs other than the given one. */
  long othersWatermark(WatermarkGenerator input) {
    long least = WatermarkGenerator.END;
    for (WatermarkGenerator other : inputs) {
      if (other != input && !other.isIdle()) {
        least = Math.min(least, other.watermark());
      }
    }
    return least;
  }

  /** The largest event time of all inputs. */
  @Override
  public long streamTime() {
    if (byClock) {
      return clockMillis();
    }
    long largest = WatermarkGenerator.NONE;
    for (WatermarkGenerator input : inputs) {
      largest = Math.max(largest, input.streamTime());
    }
    return largest;
  }
}
