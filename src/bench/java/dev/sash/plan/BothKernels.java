package dev.sash.plan;

import dev.sash.catalog.Catalog;
import dev.sash.catalog.StreamDefinition;
import dev.sash.catalog.ViewColumns;
import dev.sash.data.Schema;
import dev.sash.sql.QueryConverter;
import dev.sash.sql.SashParser;
import dev.sash.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.sql2rel.ConvertToChecked;
import org.jspecify.annotations.Nullable;

/**
 * The generated code of a filter and its projections, all of them computed, in two ways.
 *
 * @param own members of a class as {@link ExpressionWriter} writes them
 * @param calcite members of a class with nothing but Calcite's code
 * @param computed the columns of the projections
 */
public record BothKernels(String own, String calcite, Schema computed) {

  /**
   * The code of a query over a stream.
   *
   * @param name of the stream
   */
  public static BothKernels of(String sql, String name, Schema schema) {
    QueryConverter converter = new QueryConverter(new OneStream(name, schema));
    Statement.Query query = (Statement.Query) new SashParser().parse(sql);
    RelNode root = converter.convert(query.query(), true).rel;
    RelNode checked = new ConvertToChecked(root.getCluster().getRexBuilder(), true).visit(root);
    RexProgram program = Programs.chain(RuleBook.rewrite(checked, true)).program();
    List<RexNode> values = new ArrayList<>();
    program.getProjectList().forEach(project -> values.add(program.expandLocalRef(project)));
    KernelProgram kernel = KernelProgram.of(program, values, schema, converter.types());
    return new BothKernels(
        ExpressionWriter.kernel(kernel, converter.types()).source(),
        CalciteKernel.source(kernel, converter.types()),
        kernel.computed());
  }

  private record OneStream(String stream, Schema schema) implements Catalog {
    @Override
    public @Nullable StreamDefinition stream(String name) {
      return name.equalsIgnoreCase(stream)
          ? new StreamDefinition(name, schema, null, "file", true, Map.of())
          : null;
    }

    @Override
    public @Nullable ViewColumns view(String name) {
      return null;
    }

    @Override
    public @Nullable Schema table(String name) {
      return null;
    }

    @Override
    public Collection<String> names() {
      return List.of(stream);
    }
  }
}
