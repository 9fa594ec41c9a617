package dev.sash.data;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Writes batches as bytes and reads them back: the rows of a snapshot. The schema is not written.
 */
public final class BatchCodec {
  private BatchCodec() {}

  /** Writes all rows, column by column. */
  public static void write(ColumnBatch batch, DataOutput output) throws IOException {
    output.writeInt(batch.rowCount());
    for (int i = 0; i < batch.schema().size(); i++) {
      for (int row = 0; row < batch.rowCount(); row++) {
        Object value = batch.value(row, i);
        output.writeBoolean(value != null);
        if (value != null) {
          write(value, output);
        }
      }
    }
  }

  private static void write(Object value, DataOutput output) throws IOException {
    if (value instanceof Long number) {
      output.writeLong(number);
    } else if (value instanceof Double number) {
      output.writeDouble(number);
    } else if (value instanceof Boolean truth) {
      output.writeBoolean(truth);
    } else if (value instanceof String text) {
      writeBytes(text.getBytes(StandardCharsets.UTF_8), output);
    } else if (value instanceof BigDecimal number) {
      writeBytes(number.unscaledValue().toByteArray(), output);
    } else {
      throw new AssertionError(value.getClass());
    }
  }

  private static void writeBytes(byte[] bytes, DataOutput output) throws IOException {
    output.writeInt(bytes.length);
    output.write(bytes);
  }

  /** Reads what {@link #write(ColumnBatch, DataOutput)} wrote for the same schema. */
  public static ColumnBatch read(Schema schema, DataInput input) throws IOException {
    int rowCount = input.readInt();
    BatchBuilder builder = new BatchBuilder(schema);
    for (int i = 0; i < schema.size(); i++) {
      for (int row = 0; row < rowCount; row++) {
        builder.column(i).appendObject(input.readBoolean() ? read(schema.type(i), input) : null);
      }
    }
    return builder.build();
  }

  private static @Nullable Object read(DataType type, DataInput input) throws IOException {
    return switch (type.kind()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT, DATE, TIME, TIMESTAMP, TIMESTAMP_LTZ ->
          input.readLong();
      case REAL, DOUBLE -> input.readDouble();
      case BOOLEAN -> input.readBoolean();
      case VARCHAR, CHAR -> new String(readBytes(input), StandardCharsets.UTF_8);
      case DECIMAL -> new BigDecimal(new BigInteger(readBytes(input)), type.scale());
    };
  }

  private static byte[] readBytes(DataInput input) throws IOException {
    byte[] bytes = new byte[input.readInt()];
    input.readFully(bytes);
    return bytes;
  }
}
