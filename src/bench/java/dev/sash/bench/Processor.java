package dev.sash.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** What the process has used of the machine, and how busy that is. */
final class Processor {
  private static final com.sun.management.OperatingSystemMXBean SYSTEM =
      (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** The unit of times in /proc, the same on all machines with Linux that Java runs on. */
  private static final long NANOS_OF_TICK = 10_000_000;

  private Processor() {}

  /** Processor time of the process. */
  static long nanos() {
    return SYSTEM.getProcessCpuTime();
  }

  /** Processor time of the calling thread: what others do on the machine is not in it. */
  static long threadNanos() {
    return THREADS.getCurrentThreadCpuTime();
  }

  /**
   * Processor time of processes that this one has started and that have ended, with theirs.
   *
   * @throws IOException where the machine does not tell as Linux does
   */
  static long childrenNanos() throws IOException {
    String stat = Files.readString(Path.of("/proc/self/stat"));
    // the name may have spaces; fields 16 and 17 of the manual are cutime and cstime
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return (Long.parseLong(fields[13]) + Long.parseLong(fields[14])) * NANOS_OF_TICK;
  }

  /** Memory of the process that is in use by the machine; 0 where that is not to be had. */
  static long residentMegabytes() {
    Path status = Path.of("/proc/self/status");
    if (!Files.isReadable(status)) {
      return 0;
    }
    try {
      return Files.readAllLines(status).stream()
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
          .sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The machine, as a line of the results. */
  static String line() {
    return String.format(
        Locale.ROOT,
        "{\"machine\": \"%s\", \"cores\": %d, \"java\": \"%s\", \"heap_mb\": %d, \"load\": %.2f}",
        model(),
        SYSTEM.getAvailableProcessors(),
        Runtime.version(),
        Runtime.getRuntime().maxMemory() >> 20,
        SYSTEM.getSystemLoadAverage());
  }

  private static String model() {
    try {
      return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).trim())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException e) {
      return System.getProperty("os.arch");
    }
  }
}
