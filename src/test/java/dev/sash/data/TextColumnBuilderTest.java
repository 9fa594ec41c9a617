package dev.sash.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextColumnBuilderTest {

  private static boolean append(TextColumnBuilder builder, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return builder.append(bytes, 0, bytes.length);
  }

  @Test
  void aTextThatCameBeforeGetsItsCodeAgainAlsoInTheNextBatch() {
    TextColumnBuilder builder = new TextColumnBuilder();
    append(builder, "Zürich");
    append(builder, "");
    append(builder, "Zürich");
    TextColumn first = builder.build();
    append(builder, "Zürich");
    TextColumn second = builder.build();
    assertThat(first.codes()).containsExactly(0, 1, 0);
    assertThat(second.codes()).containsExactly(0);
    assertThat(second.dictionary()).isSameAs(first.dictionary());
    assertThat(first.text(1)).isEmpty();
  }

  @Test
  void malformedBytesAreRefusedAndTheReplacementCharacterItselfIsNot() {
    TextColumnBuilder builder = new TextColumnBuilder();
    assertThat(builder.append(new byte[] {'a', (byte) 0xC3}, 0, 2)).isFalse();
    assertThat(builder.append(new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80}, 0, 3)).isFalse();
    assertThat(builder.size()).isZero();
    assertThat(append(builder, "a\uFFFD")).isTrue();
    assertThat(builder.build().text(0)).isEqualTo("a\uFFFD");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void anyMixtureOfTextsIsKept(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    TextColumnBuilder builder = new TextColumnBuilder();
    List<TextColumn> columns = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 150_000; i++) {
      String text = text(random);
      expected.add(text);
      assertThat(append(builder, text)).isTrue();
      if (builder.size() == 4096) {
        columns.add(builder.build());
      }
    }
    columns.add(builder.build());
    List<String> found = new ArrayList<>();
    for (TextColumn column : columns) {
      for (int row = 0; row < column.codes().length; row++) {
        found.add(column.text(row));
      }
    }
    assertThat(found).as("seed %d", seed).isEqualTo(expected);
  }

  @Test
  void aLargeDictionaryIsReplacedWhereTextsDoNotRepeat() {
    assertThat(dictionaries(1)).isEqualTo(2);
    assertThat(dictionaries(2)).isEqualTo(1);
  }

  /** How many dictionaries 100,000 texts need, each so many times. */
  private static long dictionaries(int uses) {
    TextColumnBuilder builder = new TextColumnBuilder();
    List<TextColumn> columns = new ArrayList<>();
    for (int i = 0; i < 100_000 * uses; i++) {
      append(builder, "text " + i / uses);
      if (builder.size() == 4096) {
        columns.add(builder.build());
      }
    }
    return columns.stream().map(TextColumn::dictionary).distinct().count();
  }

  private static String text(SplittableRandom random) {
    int kind = random.nextInt(100);
    if (kind == 0) {
      return "long".repeat(random.nextInt(30, 60));
    }
    return kind < 40 ? "word" + random.nextInt(50) : "é" + random.nextInt(1_000_000);
  }
}
