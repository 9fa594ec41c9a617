package dev.sash.connector.file;

import dev.sash.connector.format.InputRows;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.runtime.ConnectorOptions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The files that a path means, now and later, as {@code tail -F} follows them. A file is known by
 * what the file system calls it, not by its name: renamed, it is read on and not again.
 *
 * <pre>
 *   app.log is renamed to app.log.1, a new app.log appears:
 *     path = 'app.log'    the rest of the old one is read, then the new one
 *     path = 'app.log*'   both are followed
 *   app.log is cut to nothing (copytruncate): it is read from its beginning again
 * </pre>
 *
 * <p>Files are read in the order in which they were found, those of one look in order of names. Not
 * thread-safe.
 */
final class FollowedFiles {
  private static final int FILES_MAX = 1_000;
  private static final int ORIGINS_MAX = 100_000;

  private final ConnectorOptions options;
  private final InputRows rows;
  private final Map<Object, FollowedFile> files = new LinkedHashMap<>();
  private final Map<Path, Integer> openings = new HashMap<>();
  private final List<FollowedFile> finishing = new ArrayList<>();

  FollowedFiles(ConnectorOptions options, InputRows rows) {
    this.options = options;
    this.rows = rows;
  }

  /** Looks for files that appeared, were renamed, cut or deleted. */
  void look() throws IOException {
    Set<Object> seen = new HashSet<>();
    Set<Path> paths = new HashSet<>();
    for (Path path : FilePaths.present(options)) {
      BasicFileAttributes attributes = attributes(path);
      if (attributes != null) {
        Object key = attributes.fileKey() == null ? path : attributes.fileKey();
        paths.add(path);
        if (seen.add(key)) {
          see(key, path, attributes);
        }
      }
    }
    List<Object> lost = new ArrayList<>(files.keySet());
    lost.removeAll(seen);
    for (Object key : lost) {
      lose(key, paths);
    }
  }

  private static @Nullable BasicFileAttributes attributes(Path path) throws IOException {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class);
    } catch (NoSuchFileException e) {
      return null; // gone since it was listed
    }
  }

  private void see(Object key, Path path, BasicFileAttributes attributes) throws IOException {
    long size = attributes.size();
    long modified = attributes.lastModifiedTime().toMillis();
    FollowedFile file = files.get(key);
    try {
      if (file == null) {
        file = add(key, path);
      }
      if (!file.seen(path, size, modified)) {
        finishing.add(file);
        files.remove(key);
        add(key, path).seen(path, size, modified);
      }
    } catch (NoSuchFileException | FileNotFoundException e) {
      // renamed or deleted since it was listed: the next look knows
    }
  }

  private FollowedFile add(Object key, Path path) {
    if (files.size() >= FILES_MAX) {
      throw SashException.of(
              ErrorCode.LIMIT_EXCEEDED, "more than " + FILES_MAX + " files would be followed")
          .hint("let the path name fewer files, or move the old ones away");
    }
    if (openings.size() > ORIGINS_MAX) {
      openings.clear();
    }
    int number = openings.merge(path, 1, Integer::sum);
    String origin = number == 1 ? path.toString() : path + " (" + number + ")";
    FollowedFile file = new FollowedFile(rows, path, origin);
    files.put(key, file);
    return file;
  }

  /** A file was not found: another one may have its name by now. */
  private void lose(Object key, Set<Path> paths) {
    FollowedFile file = files.get(key);
    if (file == null) {
      return;
    }
    if (paths.contains(file.path())) {
      file.finish();
    } else {
      file.gone();
    }
    if (file.isDone()) {
      files.remove(key);
    }
  }

  /** Reads what is there, as far as there is room for rows. */
  void read() throws IOException {
    for (FollowedFile file : finishing) {
      file.read();
    }
    finishing.removeIf(FollowedFile::isDone);
    for (FollowedFile file : files.values()) {
      file.read();
    }
  }

  /** Reads no further. */
  void close() throws IOException {
    for (FollowedFile file : finishing) {
      file.close();
    }
    for (FollowedFile file : files.values()) {
      file.close();
    }
    files.clear();
    finishing.clear();
  }
}
