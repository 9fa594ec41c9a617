package dev.sash.bench;

import dev.sash.data.ColumnBatch;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;

/**
 * Query F: a file of CSV or of JSON lines into a materialized view, over JDBC, the way a user does
 * it. The file is written first and read once before it counts, so it is in the machine's memory.
 */
final class FileCase {
  private static final String VIEW =
      "CREATE MATERIALIZED VIEW v RETAIN (INTERVAL '5' MINUTE) AS SELECT k, window_end, COUNT(*) AS n, SUM(v) AS total, AVG(v)"
          + " AS mean, MIN(v) AS least, MAX(v) AS largest FROM TABLE(HOP(TABLE s, DESCRIPTOR(ts),"
          + " INTERVAL '10' SECOND, INTERVAL '1' MINUTE)) GROUP BY k, window_start, window_end"
          + " EMIT ON CLOSE";

  private FileCase() {}

  /** Runs both formats with so many bytes and prints a line for each. */
  static void run(long bytes, int keys, int rounds, PrintStream out)
      throws IOException, SQLException {
    Path directory = Files.createTempDirectory("sash-bench");
    try {
      for (String format : new String[] {"csv", "json"}) {
        Path file = directory.resolve("events." + format);
        try {
          write(file, format, bytes, keys);
          run(file, format, keys, rounds, out);
        } finally {
          Files.delete(file);
        }
      }
    } finally {
      Files.delete(directory);
    }
  }

  private static void write(Path file, String format, long bytes, int keys) throws IOException {
    Workload rows = new Workload(Query.Q, keys, false, 60_000, 10_000, Long.MAX_VALUE, 1);
    Events events = new Events(rows);
    long written = 0;
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      if (format.equals("csv")) {
        out.write("ts,k,v,status\n");
      }
      while (written < bytes) {
        ColumnBatch batch = events.poll(0);
        for (int row = 0; batch != null && row < batch.rowCount(); row++) {
          String line = line(batch, row, format);
          out.write(line);
          written += line.length();
        }
      }
    }
  }

  private static String line(ColumnBatch batch, int row, String format) {
    return String.format(
        Locale.ROOT,
        format.equals("csv")
            ? "%s,%s,%s,%s\n"
            : "{\"ts\":\"%s\",\"k\":\"%s\",\"v\":%s,\"status\":\"%s\"}\n",
        Instant.ofEpochMilli(batch.longs(0).values()[row]),
        batch.value(row, 1),
        batch.value(row, 2),
        batch.value(row, 4));
  }

  private static void run(Path file, String format, int keys, int rounds, PrintStream out)
      throws IOException, SQLException {
    double[] seconds = new double[rounds];
    double[] processor = new double[rounds];
    long rows = 0;
    for (int round = -1; round < rounds; round++) {
      long from = System.nanoTime();
      long cpu = Processor.nanos();
      rows = read(file, format);
      if (round >= 0) {
        seconds[round] = (System.nanoTime() - from) / 1e9;
        processor[round] = (Processor.nanos() - cpu) / 1e9;
      }
    }
    Arrays.sort(seconds);
    Arrays.sort(processor);
    double megabytes = Files.size(file) / 1e6;
    out.printf(
        Locale.ROOT,
        "{\"system\": \"sash\", \"query\": \"F\", \"format\": \"%s\", \"keys\": %d, \"rows\": %d,"
            + " \"mb\": %.0f, \"seconds\": %.3f, \"mb_per_s\": %.0f, \"cpu_s\": %.3f,"
            + " \"mb_per_cpu_s\": %.0f}%n",
        format,
        keys,
        rows,
        megabytes,
        seconds[rounds / 2],
        megabytes / seconds[rounds / 2],
        processor[rounds / 2],
        megabytes / processor[rounds / 2]);
  }

  private static long read(Path file, String format) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sash:");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE STREAM s (ts TIMESTAMP, k VARCHAR, v DOUBLE, status VARCHAR, WATERMARK FOR ts AS"
              + " ts - INTERVAL '2' SECOND) WITH (connector = 'file', path = '"
              + file
              + "', format = '"
              + format
              + "')");
      statement.execute(VIEW);
      statement.execute("WAIT FOR v");
      try (ResultSet progress = statement.executeQuery("SELECT rows_read FROM sash.progress")) {
        return progress.next() ? progress.getLong(1) : 0;
      }
    }
  }
}
