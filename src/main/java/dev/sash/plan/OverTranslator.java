package dev.sash.plan;

import dev.sash.data.DataType;
import dev.sash.data.Field;
import dev.sash.data.RowOrder;
import dev.sash.data.Schema;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.SourceSpan;
import dev.sash.runtime.OverForm;
import dev.sash.sql.TypeMapping;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rex.RexWindow;
import org.jspecify.annotations.Nullable;

/** Functions with OVER to a {@link PhysicalNode.Over}: their order must be that of event time. */
final class OverTranslator {
  private final PhysicalTranslator translator;
  private final OverRows over;
  private final String function;
  private final @Nullable SourceSpan place;

  private OverTranslator(PhysicalTranslator translator, OverRows over) {
    this.translator = translator;
    this.over = over;
    function = over.calls().get(0).name();
    place = translator.places().over(function);
  }

  /** The rows with their results. */
  static PhysicalNode translate(PhysicalTranslator translator, OverRows over) {
    return new OverTranslator(translator, over).node();
  }

  private PhysicalNode node() {
    if (!over.isByWindow()) {
      checkOrder();
    }
    PhysicalNode input = translator.rows(Programs.chain(over.getInput()));
    checkInput(input);
    List<RowOrder.Key> order = over.place().order().stream().map(SortKeys::of).toList();
    List<Field> fields = new ArrayList<>(input.schema().fields());
    List<OverCall> calls = new ArrayList<>();
    for (OverRows.Call call : over.calls()) {
      OverCall planned =
          new OverArguments(translator, call, input.schema(), !order.isEmpty()).call();
      checkRange(planned, input);
      calls.add(planned);
      DataType type = TypeMapping.dataType(call.type());
      fields.add(new Field("$" + fields.size(), type));
    }
    WindowColumns windows = WindowColumns.of(over.getInput());
    int time = timeColumn(input.schema());
    OverForm form =
        new OverForm(
            over.place().partition(),
            order,
            time,
            windows.ends().contains(time),
            new Schema(fields));
    boolean once = translator.emit().windowed().once();
    return over.isByWindow()
        ? new PhysicalNode.Over(
            input,
            form,
            calls,
            windows.end(),
            WindowInputs.timeColumn(over.getInput(), windows),
            once)
        : new PhysicalNode.Over(input, form, calls, -1, time, once);
  }

  /** The first key, where it is a time that goes forward, else -1. */
  private int timeColumn(Schema input) {
    List<RelFieldCollation> order = over.place().order();
    boolean goesForward =
        !order.isEmpty()
            && !order.get(0).getDirection().isDescending()
            && input.type(order.get(0).getFieldIndex()).isTimestamp();
    return goesForward ? order.get(0).getFieldIndex() : -1;
  }

  private void checkOrder() {
    List<RelFieldCollation> order = over.place().order();
    RexWindow window = over.calls().get(0).window();
    if (order.isEmpty() && window != null && !window.orderKeys.isEmpty()) {
      throw refused(
          function + " OVER: a frame without an end would have to wait for the end of the stream",
          OverFrames.FRAMES);
    }
    if (order.isEmpty()) {
      throw refused(
          function
              + " OVER needs an ORDER BY: without it each row would have to wait for all others of"
              + " its partition, which never end",
          "write ORDER BY the event time, for what is so up to each row; or PARTITION BY"
              + " window_start, window_end, for the rows of a window");
    }
    SashException problem = EventTime.problem(over.getInput(), order.get(0).getFieldIndex(), place);
    if (problem != null) {
      throw refused(
          function + " OVER needs ORDER BY the event time first: " + problem.message(),
          String.valueOf(problem.hint()));
    }
    if (order.get(0).getDirection().isDescending()) {
      throw refused(
          function + " OVER goes forward in time: ORDER BY the event time must be ascending",
          "leave DESC out; LEAD looks at the next row, LAG at the one before");
    }
  }

  private void checkInput(PhysicalNode input) {
    if (Revisions.retracts(input)) {
      throw refused(
          function + " OVER of rows that may be corrected is not supported yet",
          "leave out ALLOW LATENESS, here and in the views that are read");
    }
    if (!over.isByWindow()
        && EventTime.comesLater(over.getInput(), over.place().order().get(0).getFieldIndex())
        && WindowInputs.holdsSession(input)) {
      throw refused(
          function
              + " OVER in order of the rows of sessions is not supported yet: they come when"
              + " their session closes",
          "write ORDER BY window_end, or take the rows of the stream itself");
    }
  }

  private void checkRange(OverCall call, PhysicalNode input) {
    boolean byDistance =
        !call.frame().byRows() && (!call.frame().isUnbounded() || call.frame().following() != 0);
    if (byDistance && (over.place().order().size() != 1 || timeColumn(input.schema()) < 0)) {
      throw refused(
          function + " OVER: RANGE with a distance needs ORDER BY a time alone, ascending",
          "leave out the other keys, or write ROWS");
    }
  }

  private SashException refused(String message, String hint) {
    return SashException.at(place, ErrorCode.NOT_SUPPORTED, message).hint(hint);
  }
}
