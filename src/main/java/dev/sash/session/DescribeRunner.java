package dev.sash.session;

import dev.sash.catalog.WatermarkSpec;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.Suggestion;
import dev.sash.runtime.ResultShape;
import dev.sash.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code DESCRIBE}: the columns of a stream, view or table, and what each is there for. */
final class DescribeRunner {
  private final Engine engine;

  DescribeRunner(Engine engine) {
    this.engine = engine;
  }

  Result run(Statement.Describe describe) {
    String name = describe.name().name();
    List<List<@Nullable String>> rows = new ArrayList<>();
    StreamEntry stream = engine.streams().get(name);
    ViewEntry view = engine.views().get(name);
    Schema table = engine.database().table(name);
    if (stream != null) {
      stream(stream, rows);
    } else if (view != null) {
      view(view.plan().shape(), rows);
    } else if (table != null) {
      table.fields().forEach(field -> rows.add(row(field, "")));
    } else {
      throw SashException.at(
              describe.name().span(),
              ErrorCode.RELATION_NOT_FOUND,
              "stream, view or table \"" + name + "\" does not exist")
          .hint(Suggestion.didYouMean(name, engine.catalog().names()));
    }
    return Result.rows(
        ListedRows.ofTexts(List.of("column", "type", "nullable", "role"), rows), List.of());
  }

  private static void stream(StreamEntry stream, List<List<@Nullable String>> rows) {
    WatermarkSpec watermark = stream.definition().watermark();
    for (int i = 0; i < stream.definition().schema().size(); i++) {
      boolean time = watermark != null && watermark.eventTimeColumn() == i;
      String role =
          time ? "event time, watermark " + StreamText.watermark(stream.definition()) : "";
      String filled =
          switch (stream.definition().arrivals().get(i)) {
            case NONE -> "";
            case DEFAULT -> "default: time of arrival";
            case ALWAYS -> "time of arrival";
          };
      role += (role.isEmpty() || filled.isEmpty() ? "" : ", ") + filled;
      rows.add(row(stream.definition().schema().field(i), role));
    }
  }

  private static void view(ResultShape shape, List<List<@Nullable String>> rows) {
    for (int i = 0; i < shape.visibleColumns(); i++) {
      String role =
          i == shape.windowStart()
              ? "window start"
              : i == shape.windowEnd() ? "window end" : shape.keyColumns().contains(i) ? "key" : "";
      rows.add(row(shape.schema().field(i), role));
    }
  }

  private static List<@Nullable String> row(Field field, String role) {
    return List.of(field.name(), field.type().sql(), field.type().nullable() ? "yes" : "no", role);
  }
}
