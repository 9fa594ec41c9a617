package dev.sash.session;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.function.Aggregate;
import dev.sash.sql.Statement;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Loads the code of functions from the jars of one directory, which whoever starts the engine has
 * allowed; SQL alone reaches no code. A class that is on Sash's own class path is not taken, so
 * that nobody calls the JDK. Each CREATE reads the jars anew.
 */
final class FunctionJars {
  /** Names the directory; a property of the system, because no statement may change it. */
  static final String PROPERTY = "sash.jar_directory";

  private static final Set<Class<?>> TYPES =
      Set.of(
          boolean.class,
          Boolean.class,
          int.class,
          Integer.class,
          long.class,
          Long.class,
          double.class,
          Double.class,
          String.class);

  private final Statement.CreateFunction create;
  private final String directory;

  /**
   * The jars for one statement.
   *
   * @throws SashException when no directory is allowed
   */
  FunctionJars(Statement.CreateFunction create) {
    this.create = create;
    @Nullable String allowed = System.getProperty(PROPERTY);
    if (allowed == null || allowed.isEmpty()) {
      throw SashException.at(
              create.span(), ErrorCode.SETTING, "there is no directory of jars to load code from")
          .hint("start Java with -D" + PROPERTY + "=DIRECTORY (the shell: in SASH_JAVA_OPTS)");
    }
    directory = allowed;
  }

  /** A new object of the class that the statement names. */
  Aggregate<?> aggregate() {
    Class<?> type = load(create.target());
    if (!Aggregate.class.isAssignableFrom(type)) {
      throw wrong(
          "class " + type.getName() + " is no aggregate", "implement " + Aggregate.class.getName());
    }
    try {
      Aggregate<?> aggregate = (Aggregate<?>) type.getConstructor().newInstance();
      if (aggregate.arguments().isEmpty()) {
        throw wrong("an aggregate needs at least one argument", "return it from arguments()");
      }
      aggregate.resultType();
      return aggregate;
    } catch (ReflectiveOperationException e) {
      throw wrong(
          "class "
              + type.getName()
              + " cannot be made: "
              + (e.getCause() == null ? e : e.getCause()),
          "make it public, with a public constructor without parameters");
    } catch (SashException e) {
      throw e;
    } catch (RuntimeException | LinkageError e) {
      throw wrong("class " + type.getName() + " failed: " + e, "see its arguments()");
    }
  }

  /** The one static method that the statement names. */
  Method method() {
    int dot = create.target().lastIndexOf('.');
    if (dot < 0) {
      throw wrong("\"" + create.target() + "\" has no method", "write 'package.Class.method'");
    }
    Class<?> type = load(create.target().substring(0, dot));
    String name = create.target().substring(dot + 1);
    List<Method> methods = new ArrayList<>();
    for (Method method : type.getMethods()) {
      if (method.getName().equals(name) && Modifier.isStatic(method.getModifiers())) {
        methods.add(method);
      }
    }
    if (methods.size() != 1 || !Modifier.isPublic(type.getModifiers())) {
      throw wrong(
          "class " + type.getName() + " has " + methods.size() + " public static methods " + name,
          "there must be one, in a public class");
    }
    Method method = methods.get(0);
    boolean known =
        TYPES.contains(method.getReturnType())
            && List.of(method.getParameterTypes()).stream().allMatch(TYPES::contains);
    if (!known) {
      throw wrong(
          "method " + name + " has a type that SQL has not: " + method.toGenericString(),
          "use boolean, int, long, double and String, or what boxes them");
    }
    return method;
  }

  private Class<?> load(String name) {
    ClassLoader loader = loader();
    try {
      Class<?> type = Class.forName(name, true, loader);
      if (type.getClassLoader() == loader) {
        return type;
      }
    } catch (ClassNotFoundException | LinkageError e) {
      if (!(e instanceof ClassNotFoundException)) {
        throw wrong("class " + name + " cannot be loaded: " + e, "compile it for Java 17");
      }
    }
    throw wrong(
        "class " + name + " is in no jar of " + directory, "give its package too: 'org.x.Y'");
  }

  private ClassLoader loader() {
    List<URL> jars = new ArrayList<>();
    Path folder = Path.of(directory);
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.jar")) {
        for (Path file : files) {
          jars.add(file.toUri().toURL());
        }
      } catch (IOException e) {
        throw SashException.at(
            create.span(), ErrorCode.FILE, "directory " + directory + " cannot be read: " + e);
      }
    }
    return new URLClassLoader(jars.toArray(URL[]::new), FunctionJars.class.getClassLoader());
  }

  private SashException wrong(String message, String hint) {
    return SashException.at(create.targetSpan(), ErrorCode.FUNCTION_NOT_FOUND, message).hint(hint);
  }
}
