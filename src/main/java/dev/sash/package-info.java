/**
 * A streaming SQL engine inside a database. Two walks through the code:
 *
 * <p><b>One row</b>, from a file to a reader: {@link dev.sash.connector.file.FileSourceFactory}
 * opens the file, {@link dev.sash.connector.format.InputSource} makes batches of its bytes → {@link
 * dev.sash.runtime.PipelineRunner} polls them and cuts them where something closes → {@link
 * dev.sash.runtime.WatermarkGenerator} moves event time → {@link dev.sash.runtime.CalcOperator}
 * filters and computes with a compiled {@link dev.sash.runtime.RowKernel} → {@link
 * dev.sash.runtime.WindowAggregateOperator} finds the key in {@link dev.sash.pane.KeyIndex} and
 * adds the row to one pane of {@link dev.sash.pane.PaneStore} → at a closing or a tick {@link
 * dev.sash.pane.WindowCombiner} makes a window of panes → {@link dev.sash.view.View} publishes it
 * as a {@link dev.sash.view.Segment} and in its changelog → {@link dev.sash.database.Database}
 * shows the view's {@link dev.sash.view.Relation}s as tables → any JDBC client's {@code SELECT}.
 *
 * <p><b>One statement</b>, from text to a running query: {@link dev.sash.jdbc.SashDriver} → {@link
 * dev.sash.session.Session} asks {@link dev.sash.sql.StatementRouter} whose it is → {@link
 * dev.sash.sql.SashParser} makes a {@link dev.sash.sql.Statement} of it, {@link
 * dev.sash.sql.ErrorTranslator} an error with its place → {@link dev.sash.plan.Planner} has {@link
 * dev.sash.sql.QueryConverter} check it, {@link dev.sash.plan.RuleBook} rewrite it, and chooses the
 * {@link dev.sash.plan.PhysicalNode}s that EXPLAIN prints → {@link dev.sash.plan.PipelineBuilder}
 * wires an operator for each → {@link dev.sash.session.RunningQuery} gives them a thread.
 *
 * <p>Every other package says in its own description what it is for and where to start.
 */
@NullMarked
package dev.sash;

import org.jspecify.annotations.NullMarked;
