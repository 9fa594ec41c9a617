package dev.sash.sink;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A PostgreSQL server on loopback, of the machine's own package, in a directory that goes with it.
 * It does not run as root; root starts it as the user {@code postgres}.
 */
final class PostgresServer implements AutoCloseable {
  private static final String PASSWORD = "secret of a test";

  private final Path programs;
  private final Path directory;
  private final int port;

  PostgresServer() throws IOException, InterruptedException {
    programs = programs();
    directory = Files.createTempDirectory("sash-postgres");
    port = freePort();
    Path password = Files.writeString(directory.resolve("password"), PASSWORD);
    if (isRoot()) {
      run(List.of("chown", "-R", "postgres", directory.toString()));
    }
    String data = directory.resolve("data").toString();
    asServer(
        List.of(
            programs.resolve("initdb").toString(),
            "--auth=scram-sha-256",
            "--username=sash",
            "--pwfile=" + password,
            "--encoding=UTF8",
            "--no-sync",
            data));
    start();
  }

  void start() throws IOException, InterruptedException {
    String options = "-h 127.0.0.1 -p " + port + " -k " + directory + " -F";
    control("start", "-o", options, "-l", directory.resolve("log").toString());
  }

  /** Stops it as a power cut would. */
  void kill() throws IOException, InterruptedException {
    control("stop", "-m", "immediate");
  }

  private void control(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(programs.resolve("pg_ctl").toString());
    command.addAll(List.of("-w", "-D", directory.resolve("data").toString()));
    command.addAll(List.of(words));
    asServer(command);
  }

  String url() {
    return "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
  }

  String password() {
    return PASSWORD;
  }

  private static Path programs() throws IOException {
    List<Path> found = new ArrayList<>();
    for (String entry : System.getenv("PATH").split(File.pathSeparator)) {
      found.add(Path.of(entry, "initdb"));
    }
    Path debian = Path.of("/usr/lib/postgresql");
    if (Files.isDirectory(debian)) {
      try (Stream<Path> versions = Files.list(debian)) {
        versions.forEach(version -> found.add(version.resolve("bin/initdb")));
      }
    }
    for (Path program : found) {
      if (Files.isExecutable(program)) {
        return program.toRealPath().getParent();
      }
    }
    throw new IOException("there is no initdb: install the package \"postgresql\"");
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  private void asServer(List<String> command) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>();
    if (isRoot()) {
      words.addAll(List.of("runuser", "-u", "postgres", "--"));
    }
    words.addAll(command);
    run(words);
  }

  private void run(List<String> command) throws IOException, InterruptedException {
    File output = Files.createTempFile("sash-postgres", ".log").toFile();
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output)
            .start();
    int code = process.waitFor();
    String text = Files.readString(output.toPath());
    Files.delete(output.toPath());
    if (code != 0) {
      throw new IOException(command + " gives " + code + ": " + text);
    }
  }

  @Override
  public void close() throws IOException, InterruptedException {
    kill();
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(PostgresServer::delete);
    }
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
