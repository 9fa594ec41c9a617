package dev.sash.bench;

import dev.sash.data.ColumnBatch;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a start of the shell costs, from the launcher to the first row and to the end of the
 * process: scripts of one line in processes of their own, started as a user starts them.
 */
final class StartCase {
  private static final int ROWS = 100_000;

  /** One row of so many is in the file: ten seconds with a hundred rows each. */
  private static final int EACH = 100;

  /** The first start makes the archive of classes if there is none, the second reads it. */
  private static final int WARM_UPS = 2;

  private final Path launcher;
  private final int rounds;

  private StartCase(Path launcher, int rounds) {
    this.launcher = launcher;
    this.rounds = rounds;
  }

  /** Prints a line for each script. */
  static void run(Path launcher, int rounds, PrintStream out)
      throws IOException, InterruptedException {
    Path file = Files.createTempFile("sash-start", ".csv");
    try {
      Files.writeString(file, rows());
      StartCase starts = new StartCase(launcher, rounds);
      for (Map.Entry<String, String> script : scripts(file).entrySet()) {
        out.println(starts.line(script.getKey(), script.getValue()));
      }
    } finally {
      Files.delete(file);
    }
  }

  private static Map<String, String> scripts(Path file) {
    String stream =
        "CREATE STREAM s (ts TIMESTAMP(3), k VARCHAR, v DOUBLE, WATERMARK FOR ts AS ts - INTERVAL"
            + " '2' SECOND) WITH (connector = 'file', path = '"
            + file
            + "', format = 'csv'); ";
    String windows =
        "SELECT k, window_end, COUNT(*) AS n, SUM(v) AS total FROM TABLE(HOP(TABLE s,"
            + " DESCRIPTOR(ts), INTERVAL '1' SECOND, INTERVAL '5' SECOND)) WHERE v > 1"
            + " GROUP BY k, window_start, window_end";
    Map<String, String> scripts = new LinkedHashMap<>();
    scripts.put("values", "SELECT 1 + 1 AS two");
    scripts.put("rows", stream + "SELECT k, v * 2 AS twice FROM s WHERE v > 1 LIMIT 5");
    scripts.put("emit", stream + windows + " EMIT ON CLOSE");
    scripts.put(
        "view",
        stream
            + "CREATE MATERIALIZED VIEW w AS "
            + windows
            + "; WAIT FOR w; SELECT * FROM w ORDER BY window_end LIMIT 5");
    return scripts;
  }

  private static String rows() {
    Events events = new Events(new Workload(Query.Q, 10, false, 60_000, 10_000, ROWS, 1));
    StringBuilder text = new StringBuilder("ts,k,v\n");
    for (ColumnBatch batch = events.poll(0); batch != null; batch = events.poll(0)) {
      for (int row = 0; row < batch.rowCount(); row += EACH) {
        text.append(Instant.ofEpochMilli(batch.longs(0).values()[row])).append(',');
        text.append(batch.value(row, 1)).append(',').append(batch.value(row, 2)).append('\n');
      }
    }
    return text.toString();
  }

  private String line(String name, String script) throws IOException, InterruptedException {
    double[] processor = new double[rounds];
    double[] first = new double[rounds];
    double[] whole = new double[rounds];
    for (int round = -WARM_UPS; round < rounds; round++) {
      long used = Processor.childrenNanos();
      long from = System.nanoTime();
      long firstRow = start(script);
      if (round >= 0) {
        whole[round] = (System.nanoTime() - from) / 1e9;
        first[round] = (firstRow - from) / 1e9;
        processor[round] = (Processor.childrenNanos() - used) / 1e9;
      }
    }
    for (double[] times : List.of(processor, first, whole)) {
      Arrays.sort(times);
    }
    return String.format(
        Locale.ROOT,
        "{\"system\": \"sash\", \"query\": \"start:%s\", \"runs\": %d, \"cpu_s\": %.2f,"
            + " \"cpu_max_s\": %.2f, \"first_row_s\": %.2f, \"seconds\": %.2f}",
        name,
        rounds,
        processor[rounds / 2],
        processor[rounds - 1],
        first[rounds / 2],
        whole[rounds / 2]);
  }

  /** Runs a script to its end; the moment of its first row. */
  private long start(String script) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(launcher.toString(), "--format", "csv", "-e", script)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    long rows = 0;
    long firstRow = 0;
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      // before the first row stands the line of the names
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        if (++rows == 2) {
          firstRow = System.nanoTime();
        }
      }
    }
    if (process.waitFor() != 0 || rows < 2) {
      throw new IllegalStateException("the script gave no row: " + script);
    }
    return firstRow;
  }
}
