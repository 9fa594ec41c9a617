package dev.sash.session;

import dev.sash.data.BatchBuilder;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import dev.sash.view.RowStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A few rows that are at hand: what SHOW, DESCRIBE and EXPLAIN give. */
final class ListedRows implements RowStream {
  private final Schema schema;
  private @Nullable ColumnBatch batch;

  ListedRows(ColumnBatch batch) {
    this.schema = batch.schema();
    this.batch = batch.rowCount() == 0 ? null : batch;
  }

  /** Rows of text columns. */
  static ListedRows ofTexts(List<String> columns, List<List<@Nullable String>> rows) {
    DataType text = DataType.of(Kind.VARCHAR);
    Schema schema = new Schema(columns.stream().map(name -> new Field(name, text)).toList());
    BatchBuilder builder = new BatchBuilder(schema);
    rows.forEach(row -> builder.appendRow(row.toArray()));
    return new ListedRows(builder.build());
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public @Nullable ColumnBatch next() {
    ColumnBatch result = batch;
    batch = null;
    return result;
  }

  @Override
  public void close() {
    batch = null;
  }
}
