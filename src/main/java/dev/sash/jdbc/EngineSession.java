package dev.sash.jdbc;

import dev.sash.session.Result;
import dev.sash.session.Session;
import dev.sash.view.RowStream;
import java.sql.Connection;

/**
 * A session of an engine.
 *
 * @param session the engine's
 * @param release what gives the engine back, run once after the session has closed
 */
record EngineSession(Session session, Runnable release) implements StreamingSession {

  @Override
  public Connection connection() {
    return session.connection();
  }

  @Override
  public boolean accepts(String sql) {
    return session.accepts(sql);
  }

  @Override
  public Result execute(String sql) {
    return session.execute(sql);
  }

  @Override
  public void cancel() {
    session.cancel();
  }

  @Override
  public String registerRows(RowStream rows) {
    return session.registerRows(rows);
  }

  @Override
  public boolean readsEndlessly(String sql) {
    return session.readsEndlessly(sql);
  }

  @Override
  public void close() {
    try {
      session.close();
    } finally {
      release.run();
    }
  }
}
