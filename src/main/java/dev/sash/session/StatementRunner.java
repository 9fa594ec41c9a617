package dev.sash.session;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.sql.Statement;
import dev.sash.time.TimestampText;
import java.util.List;

/** Runs one statement: one line for each kind. */
final class StatementRunner {
  private final Session session;
  private final Engine engine;
  private final String sql;

  StatementRunner(Session session, String sql) {
    this.session = session;
    this.engine = session.engine();
    this.sql = sql;
  }

  Result run(Statement statement) throws InterruptedException {
    if (statement instanceof Statement.CreateStream create) {
      return new CreateStreamRunner(engine, session.clock()).run(create);
    } else if (statement instanceof Statement.CreateView create) {
      return new CreateViewRunner(session, sql).run(create);
    } else if (statement instanceof Statement.Query query) {
      return new QueryRunner(session).run(query);
    } else if (statement instanceof Statement.Insert insert) {
      return insert.emit() == null
          ? new InsertRunner(session).run(insert)
          : new ContinuousInsertRunner(session, sql, insert, insert.emit()).run();
    } else if (statement instanceof Statement.CreateSink create) {
      return new CreateSinkRunner(engine).run(create);
    } else if (statement instanceof Statement.CreateFunction create) {
      return new FunctionRunner(engine).create(create);
    } else if (statement instanceof Statement.Drop drop) {
      return switch (drop.kind()) {
        case STREAM, VIEW -> new DropRunner(engine).run(drop);
        case SINK -> new CreateSinkRunner(engine).drop(drop);
        case AGGREGATE, FUNCTION -> new FunctionRunner(engine).drop(drop);
      };
    } else if (statement instanceof Statement.Show show) {
      return new ShowRunner(engine).run(show);
    } else if (statement instanceof Statement.ShowProgress show) {
      return new ShowProgressRunner(engine).run(show);
    } else if (statement instanceof Statement.ShowWindows show) {
      return ShowWindowsRunner.run(show);
    } else if (statement instanceof Statement.AdviseWatermark advise) {
      return new AdviseRunner(engine).run(advise);
    } else if (statement instanceof Statement.ExplainEmpty explain) {
      return new ExplainEmptyRunner(engine).run(explain);
    } else if (statement instanceof Statement.Describe describe) {
      return new DescribeRunner(engine).run(describe);
    } else if (statement instanceof Statement.Explain explain) {
      return new ExplainRunner(session).run(explain);
    } else if (statement instanceof Statement.SetOption set) {
      return new SetRunner(engine).run(set);
    } else if (statement instanceof Statement.SetClock set) {
      session.clock(set.mode());
      return done(
          "clock of what is created next: " + (set.mode() == null ? "by its sources" : set.mode()));
    } else if (statement instanceof Statement.AdvanceClockBy by) {
      return advance(statement, Math.addExact(engine.manualClock().nowMillis(), by.millis()));
    } else if (statement instanceof Statement.AdvanceClockTo to) {
      return advance(statement, to.epochMillis());
    } else if (statement instanceof Statement.WaitFor wait) {
      return new WaitRunner(engine).run(wait);
    } else if (statement instanceof Statement.Drain drain) {
      return new DrainRunner(engine).run(drain);
    } else if (statement instanceof Statement.Hold hold) {
      return new HoldRunner(engine).run(hold);
    } else if (statement instanceof Statement.Subscribe subscribe) {
      return new SubscribeRunner(session).run(subscribe);
    } else if (statement instanceof Statement.Reprocess reprocess) {
      return new ReprocessRunner(engine).run(reprocess);
    }
    throw new AssertionError(statement);
  }

  private Result advance(Statement statement, long millis) throws InterruptedException {
    if (millis < engine.manualClock().nowMillis()) {
      throw SashException.at(
          statement.span(),
          ErrorCode.WRONG_STATE,
          "the manual clock does not go back: it shows "
              + TimestampText.format(engine.manualClock().nowMillis(), 3));
    }
    new ClockAdvance(engine).to(millis);
    return done("manual clock: " + TimestampText.format(millis, 3));
  }

  private static Result done(String message) {
    return Result.done(message, List.of());
  }
}
