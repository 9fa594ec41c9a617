package dev.sash.connector.format;

import dev.sash.connector.Reading;
import dev.sash.runtime.SourceSpec;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** Reads bytes with the short cut for plain rows and without it, in pieces of any size. */
final class ReadingFormats {
  private ReadingFormats() {}

  /** A reader over bytes. */
  interface Opening {
    RecordReader open(ByteInput input) throws IOException;
  }

  /** Rows, bad rows and the texts of those. */
  static List<List<String>> read(SourceSpec spec, ByteInput input, Opening opening)
      throws IOException {
    Reading reading = new Reading();
    InputFormat format = InputFormat.of(spec, "input", Set.of());
    RowCollector rows = new RowCollector(spec, format.times(), reading);
    rows.origin("input");
    RecordReader reader = opening.open(input);
    while (reader.read(rows) != RecordReader.Progress.END) {
      reading.add(rows.build());
    }
    reading.add(rows.build());
    return List.of(reading.rows, reading.bad, reading.raw);
  }

  /** Bytes that come in pieces of up to that many, and sometimes not at once. */
  static ByteInput pieces(byte[] bytes, SplittableRandom random, int most) {
    return new ByteInput() {
      private int at;

      @Override
      public int read(byte[] into, int from, int length) {
        if (at == bytes.length) {
          return END;
        }
        int count = Math.min(Math.min(length, random.nextInt(most)), bytes.length - at);
        System.arraycopy(bytes, at, into, from, count);
        at += count;
        return count;
      }

      @Override
      public void close() {}
    };
  }

  /** Bytes of which some are replaced, dropped or repeated. */
  static byte[] mutated(byte[] bytes, SplittableRandom random, byte[] replacements) {
    byte[] changed = new byte[bytes.length * 2];
    int length = 0;
    int rarity = 20 + random.nextInt(500);
    for (byte each : bytes) {
      int change = random.nextInt(rarity);
      if (change == 0) {
        continue;
      }
      changed[length++] = change == 1 ? replacements[random.nextInt(replacements.length)] : each;
      if (change == 2) {
        changed[length++] = each;
      }
    }
    return Arrays.copyOf(changed, length);
  }
}
