package dev.sash.bench.kernel;

import dev.sash.time.TimestampScanner;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Timestamps as the rows of a stream have them, {@code 2026-01-01T00:00:00.123Z}: by the scanner of
 * the engine, where the end is known and where it is found on the way, and by {@link
 * Instant#parse}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TimestampParseBenchmark {
  private static final int COUNT = 4096;
  private static final long START_MILLIS = 1_767_225_600_000L;
  private static final int LENGTH = 24;

  private final TimestampScanner scanner = new TimestampScanner();
  private final byte[] bytes = new byte[COUNT * (LENGTH + 1)];
  private final String[] texts = new String[COUNT];

  @Setup
  public void write() {
    SplittableRandom random = new SplittableRandom(42);
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < COUNT; i++) {
      // Never a whole second, which Instant would write without a fraction.
      long millis = START_MILLIS + random.nextInt(3_600) * 1000L + 1 + random.nextInt(999);
      texts[i] = Instant.ofEpochMilli(millis).toString();
      all.append(texts[i]).append(',');
    }
    byte[] written = all.toString().getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(written, 0, bytes, 0, bytes.length);
  }

  @Benchmark
  @OperationsPerInvocation(COUNT)
  public long scanner() {
    long sum = 0;
    for (int at = 0; at < bytes.length; at += LENGTH + 1) {
      sum += scanner.timestamp(bytes, at, at + LENGTH);
    }
    return sum;
  }

  @Benchmark
  @OperationsPerInvocation(COUNT)
  public long scannerThatFindsTheEnd() {
    long sum = 0;
    for (int at = 0; at < bytes.length; at = scanner.usualEnd() + 1) {
      sum += scanner.usualTimestamp(bytes, at, bytes.length);
    }
    return sum;
  }

  @Benchmark
  @OperationsPerInvocation(COUNT)
  public long javaTime() {
    long sum = 0;
    for (String text : texts) {
      sum += Instant.parse(text).toEpochMilli();
    }
    return sum;
  }
}
