package dev.sash.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.data.DataType.Kind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BatchCodecTest {

  @ParameterizedTest
  @EnumSource(Kind.class)
  void whatIsWrittenIsReadBack(Kind kind) throws IOException {
    Schema schema = Schema.of(new Field("x", DataType.of(kind)));
    BatchBuilder builder = new BatchBuilder(schema);
    for (Object value : values(kind)) {
      builder.appendRow(value);
    }
    builder.appendRow((Object) null);
    ColumnBatch batch = builder.build();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BatchCodec.write(batch, new DataOutputStream(bytes));
    ColumnBatch read =
        BatchCodec.read(schema, new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    assertThat(rows(read)).isEqualTo(rows(batch));
  }

  private static List<Object> values(Kind kind) {
    return switch (kind) {
      case BOOLEAN -> List.of(true, false);
      case TINYINT, SMALLINT, INTEGER, BIGINT, DATE -> List.of(-1L, 0L, 127L);
      case REAL, DOUBLE -> List.of(-0.5, Double.NaN);
      case DECIMAL -> List.of(new BigDecimal("-7"), new BigDecimal("12345678901234567890123"));
      case VARCHAR, CHAR -> List.of("", "ß");
      case TIME -> List.of(0L, 86_399_999L);
      case TIMESTAMP, TIMESTAMP_LTZ -> List.of(-1L, 1_774_751_400_000L);
    };
  }

  private static List<@Nullable Object> rows(ColumnBatch batch) {
    @Nullable Object[] values = new Object[batch.rowCount()];
    for (int row = 0; row < values.length; row++) {
      values[row] = batch.value(row, 0);
    }
    return Arrays.asList(values);
  }
}
