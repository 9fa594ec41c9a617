package dev.sash.bench;

import dev.sash.error.SashException;
import dev.sash.runtime.Emission;
import dev.sash.runtime.LateRows;
import dev.sash.runtime.Sink;
import dev.sash.view.ViewFeed;

/** Hands everything on to a view; what a case looks at besides, it overrides. */
abstract class FeedSink implements Sink {
  private final ViewFeed feed;

  FeedSink(ViewFeed feed) {
    this.feed = feed;
  }

  @Override
  public void emit(Emission emission) {
    feed.emit(emission);
  }

  @Override
  public void late(LateRows late) {
    feed.late(late);
  }

  @Override
  public void reached(long rows, long lastTick, long nextTick) {
    feed.reached(rows, lastTick, nextTick);
  }

  @Override
  public void settled(long end) {
    feed.settled(end);
  }

  @Override
  public void publish(long streamTime, long closedEnd) {
    feed.publish(streamTime, closedEnd);
  }

  @Override
  public void complete() {
    feed.complete();
  }

  @Override
  public void fail(SashException failure) {
    throw failure;
  }
}
