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
import org.apache.calcite.rel.RelFieldCollation.NullDirection;
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
    checkOrder();
    PhysicalNode input = translator.rows(Programs.chain(over.getInput()));
    checkInput(input);
    List<RowOrder.Key> order = over.place().order().stream().map(OverTranslator::key).toList();
    List<Field> fields = new ArrayList<>(input.schema().fields());
    List<OverCall> calls = new ArrayList<>();
    for (OverRows.Call call : over.calls()) {
      OverCall planned = new OverArguments(translator, call, input.schema()).call();
      checkRange(planned);
      calls.add(planned);
      DataType type = TypeMapping.dataType(call.type());
      fields.add(new Field("$" + fields.size(), type));
    }
    OverForm form =
        new OverForm(
            over.place().partition(),
            order,
            WindowColumns.of(over.getInput()).ends().contains(timeColumn()),
            new Schema(fields));
    return new PhysicalNode.Over(input, form, calls, translator.emit().windowed().once());
  }

  private int timeColumn() {
    return over.place().order().get(0).getFieldIndex();
  }

  private void checkOrder() {
    List<RelFieldCollation> order = over.place().order();
    if (order.isEmpty()) {
      throw refused(
          function
              + " OVER needs an ORDER BY: without it each row would have to wait for all others of"
              + " its partition, which never end",
          "write OVER (PARTITION BY ... ORDER BY ts) with the event time, for what is so up to each"
              + " row");
    }
    SashException problem = EventTime.problem(over.getInput(), timeColumn(), place);
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
    if (EventTime.comesLater(over.getInput(), timeColumn()) && WindowInputs.holdsSession(input)) {
      throw refused(
          function
              + " OVER in order of the rows of sessions is not supported yet: they come when"
              + " their session closes",
          "write ORDER BY window_end, or take the rows of the stream itself");
    }
  }

  private void checkRange(OverCall call) {
    boolean byDistance = !call.frame().byRows() && !call.frame().isUnbounded();
    if (byDistance && over.place().order().size() > 1) {
      throw refused(
          function + " OVER: RANGE with an INTERVAL needs ORDER BY the event time alone",
          "leave out the other keys, or write ROWS");
    }
  }

  private SashException refused(String message, String hint) {
    return SashException.at(place, ErrorCode.NOT_SUPPORTED, message).hint(hint);
  }

  private static RowOrder.Key key(RelFieldCollation collation) {
    boolean descending = collation.getDirection().isDescending();
    boolean nullsFirst =
        collation.nullDirection == NullDirection.UNSPECIFIED
            ? descending
            : collation.nullDirection == NullDirection.FIRST;
    return new RowOrder.Key(collation.getFieldIndex(), descending, nullsFirst);
  }
}
