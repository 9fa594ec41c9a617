package dev.sash.plan;

import dev.sash.data.Field;
import dev.sash.data.Schema;
import dev.sash.sql.TypeMapping;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;

/** Adds the parts of a row's identity that a projection leaves out, behind what it selects. */
final class IdentityColumns {
  private static final Pattern PLAIN_NAME = Pattern.compile("(?!NULL$)[A-Za-z_]\\w*");

  private final PhysicalNode input;
  private final List<Field> fields;
  private final List<PhysicalNode.Output> outputs;

  private IdentityColumns(PhysicalNode input, CalcColumns columns) {
    this.input = input;
    fields = new ArrayList<>(columns.schema().fields());
    outputs = new ArrayList<>(columns.outputs());
  }

  /** The projection with the identity of its input's rows. */
  static PlannedRows keep(PhysicalNode input, CalcColumns columns, PlannedRows.Identity identity) {
    IdentityColumns kept = new IdentityColumns(input, columns);
    List<Integer> keys = identity.keys().stream().map(kept::ordinal).toList();
    int start = identity.windowStart() < 0 ? -1 : kept.ordinal(identity.windowStart());
    int end = identity.windowEnd() < 0 ? -1 : kept.ordinal(identity.windowEnd());
    return kept.rows(columns, new PlannedRows.Identity(keys, start, end));
  }

  /**
   * The projection with all parts of the identity behind it, selected or not: branches of a union
   * must have them in the same places.
   */
  static PlannedRows repeat(
      PhysicalNode input, CalcColumns columns, PlannedRows.Identity identity) {
    IdentityColumns repeated = new IdentityColumns(input, columns);
    List<Integer> keys = identity.keys().stream().map(repeated::hidden).toList();
    int start = identity.windowStart() < 0 ? -1 : repeated.hidden(identity.windowStart());
    int end = identity.windowEnd() < 0 ? -1 : repeated.hidden(identity.windowEnd());
    return repeated.rows(columns, new PlannedRows.Identity(keys, start, end));
  }

  /** The results of a view in a union, with the constants that tell its branch apart. */
  static PlannedRows ofBranch(
      PhysicalNode view,
      PlannedRows.Identity identity,
      BranchKeys branch,
      PhysicalTranslator translator) {
    RexBuilder builder = translator.builder();
    RelDataType type = TypeMapping.rowType(translator.types(), view.schema());
    List<RexNode> columns = new ArrayList<>(builder.identityProjects(type));
    List<String> names = new ArrayList<>(type.getFieldNames());
    List<Integer> keys = new ArrayList<>();
    for (RexNode constant : branch.before()) {
      keys.add(columns.size());
      columns.add(constant);
      names.add("$branch" + columns.size());
    }
    keys.addAll(identity.keys());
    for (RexNode constant : branch.after()) {
      keys.add(columns.size());
      columns.add(constant);
      names.add("$branch" + columns.size());
    }
    CalcColumns calc =
        CalcColumns.of(
            RexProgram.create(type, columns, null, names, builder),
            view.schema(),
            translator.types());
    return new IdentityColumns(view, calc)
        .rows(calc, new PlannedRows.Identity(keys, identity.windowStart(), identity.windowEnd()));
  }

  private PlannedRows rows(CalcColumns columns, PlannedRows.Identity identity) {
    PhysicalNode node =
        new PhysicalNode.ResultCalc(
            input,
            new Schema(fields),
            List.copyOf(outputs),
            columns.kernel(),
            identity.parts(),
            columns.text());
    return new PlannedRows(node, identity);
  }

  /** The output that passes on an input column; the first selected one, else a hidden one. */
  private int ordinal(int inputColumn) {
    int selected = outputs.indexOf(PhysicalNode.Output.input(inputColumn));
    return selected >= 0 ? selected : hidden(inputColumn);
  }

  private int hidden(int inputColumn) {
    Field field = input.schema().field(inputColumn);
    fields.add(new Field(hiddenName(field.name()), field.type()));
    outputs.add(PhysicalNode.Output.input(inputColumn));
    return outputs.size() - 1;
  }

  private String hiddenName(String name) {
    String free = PLAIN_NAME.matcher(name).matches() ? name : "key" + (outputs.size() + 1);
    while (new Schema(fields).indexOf(free) >= 0) {
      free += "_";
    }
    return free;
  }
}
