package dev.sash.session;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.sql.RelationName;
import dev.sash.sql.Statement;
import dev.sash.view.RowStream;
import dev.sash.view.View;
import java.util.List;

/** {@code SUBSCRIBE TO v}: the changes of a view as they happen. */
final class SubscribeRunner {
  private final Session session;
  private final Engine engine;

  SubscribeRunner(Session session) {
    this.session = session;
    this.engine = session.engine();
  }

  Result run(Statement.Subscribe subscribe) {
    View view = view(subscribe.name());
    Long sequence = subscribe.sequence();
    RowStream rows =
        sequence == null
            ? view.subscribe(subscribe.snapshot(), session::released)
            : from(view, sequence, subscribe);
    session.opened(rows);
    return Result.rows(rows, List.of());
  }

  private RowStream from(View view, long sequence, Statement.Subscribe subscribe) {
    try {
      return view.subscribeFrom(sequence, session::released);
    } catch (SashException e) {
      throw e.orAt(subscribe.span());
    }
  }

  private View view(RelationName name) {
    if (name.schema() != null) {
      throw SashException.at(
              name.span(),
              ErrorCode.NOT_SUPPORTED,
              "SUBSCRIBE TO takes a view, and \"" + name + "\" is a table about one")
          .hint("write SUBSCRIBE TO " + name.name());
    }
    if (engine.streams().containsKey(name.name())) {
      throw SashException.at(
              name.span(),
              ErrorCode.NOT_SUPPORTED,
              "SUBSCRIBE TO takes a view, and \"" + name.name() + "\" is a stream")
          .hint("write SELECT * FROM " + name.name() + " EMIT ON CHANGE");
    }
    return WaitRunner.view(engine, name).view();
  }
}
