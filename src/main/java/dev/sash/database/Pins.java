package dev.sash.database;

import dev.sash.error.SashException;
import dev.sash.view.Moment;
import dev.sash.view.Relation;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.h2.engine.IsolationLevel;
import org.h2.engine.SessionLocal;
import org.h2.table.Table;
import org.jspecify.annotations.Nullable;

/**
 * Which moment each session reads: one for each family of relations, from the first time a
 * statement touches it until the statement's end; from REPEATABLE READ on, until the transaction's
 * end. Relations of one view therefore agree within a statement.
 */
final class Pins {
  /** What the current thread has pinned last; saves asking the database who is running. */
  private static final ThreadLocal<@Nullable Pinned> CURRENT = new ThreadLocal<>();

  private final Map<SessionLocal, Pinned> sessions = new ConcurrentHashMap<>();

  /** The moments of one session; used under that session's lock. */
  private static final class Pinned {
    private final SessionLocal session;
    private final IdentityHashMap<Object, Moment> moments = new IdentityHashMap<>();
    private final Set<Table> tables = Collections.newSetFromMap(new IdentityHashMap<>());
    private @Nullable Object statement;

    Pinned(SessionLocal session) {
      this.session = session;
    }

    boolean isCurrent() {
      return !tables.isEmpty() && session.getCommandStartOrEnd().equals(statement);
    }
  }

  /** Has {@link Table#unlock} called at the end of the session's transaction. */
  void register(SessionLocal session, Table table) {
    Pinned pinned = sessions.computeIfAbsent(session, Pinned::new);
    if (pinned.tables.add(table)) {
      session.registerTableAsLocked(table);
    }
  }

  /** Starts or goes on reading; waits until the relation is readable. */
  void pin(SessionLocal session, Table table, Relation relation) {
    register(session, table);
    Pinned pinned = sessions.computeIfAbsent(session, Pinned::new);
    boolean keep = session.getIsolationLevel().compareTo(IsolationLevel.REPEATABLE_READ) >= 0;
    Object statement = session.getCommandStartOrEnd();
    if (!statement.equals(pinned.statement)) {
      pinned.statement = statement;
      if (!keep) {
        pinned.moments.clear();
      }
      // so that no two statements start at the same modification: see visibleModification
      table.getDatabase().getNextModificationDataId();
    }
    if (!pinned.moments.containsKey(relation.family())) {
      pinned.moments.put(relation.family(), await(session, relation));
    }
    CURRENT.set(pinned);
  }

  /** The moment a session reads, or the one of now when it reads none. */
  Moment moment(SessionLocal session, Relation relation) {
    Pinned pinned = sessions.get(session);
    Moment moment = pinned == null ? null : pinned.moments.get(relation.family());
    return moment == null ? await(session, relation) : moment;
  }

  private static Moment await(SessionLocal session, Relation relation) {
    CancelProbe probe = new CancelProbe(session);
    try {
      while (!relation.awaitReadable(CancelProbe.PERIOD_MILLIS)) {
        probe.check();
      }
      return relation.moment();
    } catch (SashException e) {
      throw H2Errors.outward(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw H2Errors.canceled();
    }
  }

  /** Ends what {@link #register} began. */
  void release(SessionLocal session, Table table) {
    Pinned pinned = sessions.get(session);
    if (pinned != null && pinned.tables.remove(table) && pinned.tables.isEmpty()) {
      pinned.moments.clear();
      sessions.remove(session);
      CURRENT.remove();
    }
  }

  /**
   * The modification id that a statement should see. Within a statement its pinned moment does not
   * change, so results of a sub-query stay good even if the table changes meanwhile: they would be
   * computed again for each row otherwise. Results of earlier statements are older than the start
   * of this one, because each moves the database's modification id on, so they are not taken for
   * results of this one.
   *
   * @param changed the table's last modification id
   * @return {@code changed}, or the start of the statement if that is earlier and it is pinned
   */
  static long visibleModification(Table table, long changed) {
    Pinned pinned = CURRENT.get();
    if (pinned == null || !pinned.tables.contains(table) || pinned.session.isClosed()) {
      return changed;
    }
    long started = pinned.session.getStatementModificationDataId();
    if (changed <= started || !pinned.isCurrent()) {
      return changed;
    }
    // a database VIEW remembers the id for all sessions until the next change: be that change
    table.getDatabase().getNextModificationDataId();
    return started;
  }
}
