package dev.sash.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts whose codes are looked up in groups come out as they went in. */
class TextColumnBuilderGroupsTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void manyTextsOfAllLengthsWithRowsTakenBack(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    TextColumnBuilder builder = new TextColumnBuilder();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 200_000; i++) {
      String text = text(random);
      if (random.nextInt(20) == 0) {
        builder.appendNull();
        expected.add(null);
      } else {
        byte[] bytes = ("<" + text + ">").getBytes(StandardCharsets.UTF_8);
        assertThat(builder.append(bytes, 1, bytes.length - 1)).isTrue();
        expected.add(text);
      }
      if (random.nextInt(10) == 0) {
        int size = Math.max(0, expected.size() - random.nextInt(3));
        builder.truncate(size);
        expected.subList(size, expected.size()).clear();
      }
      if (expected.size() >= 4096) {
        TextColumn column = builder.build();
        for (int row = 0; row < expected.size(); row++) {
          assertThat(column.text(row)).as("seed %d", seed).isEqualTo(expected.get(row));
        }
        expected.clear();
      }
    }
  }

  private static String text(SplittableRandom random) {
    String number = String.valueOf(random.nextInt(random.nextBoolean() ? 100 : 100_000));
    return switch (random.nextInt(6)) {
      case 0 -> "ü" + number;
      case 1 -> "a text of more than sixteen bytes " + number;
      case 2 -> number + "\u0000";
      case 3 -> "sixteen bytes".substring(0, random.nextInt(14)) + number;
      default -> "key-" + number;
    };
  }
}
