package dev.sash.aggregate;

import java.io.IOException;
import java.io.StringReader;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.codehaus.commons.compiler.CompileException;
import org.codehaus.janino.ClassLoaderIClassLoader;
import org.codehaus.janino.IClassLoader;
import org.codehaus.janino.Parser;
import org.codehaus.janino.Scanner;
import org.codehaus.janino.UnitCompiler;
import org.codehaus.janino.util.ClassFile;

/**
 * Compiles generated code. The same source gives the same class, which the virtual machine has
 * warm: queries of the same shape, and the shards of one, share it.
 *
 * <p>What Janino has found out about the classes that generated code names is kept from one
 * compilation to the next: most of its time would go into looking them up, and into asking the
 * class path in vain for each name that is a variable. Such names are counted by the generators
 * ({@code column0}, {@code output1}) and never the user's, so there are few. Thread-safe.
 */
public final class GeneratedClasses {
  private static final int CLASSES_MAX = 256;

  /** Class files that every Java since 8 reads; the newest that Janino writes correctly. */
  private static final int CLASS_FILE_JAVA = 8;

  private static final ClassLoader SASH = GeneratedClasses.class.getClassLoader();

  private static final IClassLoader KNOWN = new ClassLoaderIClassLoader(SASH);

  private static final Map<Source, Constructor<?>> CLASSES =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Source, Constructor<?>> eldest) {
          return size() > CLASSES_MAX;
        }
      };

  private GeneratedClasses() {}

  private record Source(Class<?> parent, String members) {}

  /**
   * A new object of a class with the given members.
   *
   * @param parent what the class extends; it stands in the same package and may name public classes
   *     there without it
   * @throws ExceptionInInitializerError when a static field has no value
   * @throws AssertionError when the code does not compile
   */
  public static <T> T create(Class<T> parent, String members) {
    Source source = new Source(parent, members);
    try {
      synchronized (CLASSES) {
        Constructor<?> constructor = CLASSES.get(source);
        if (constructor != null) {
          return parent.cast(constructor.newInstance());
        }
        constructor = load(source).getDeclaredConstructor();
        T first = parent.cast(constructor.newInstance());
        CLASSES.put(source, constructor); // only now: a class that cannot start stays broken
        return first;
      }
    } catch (CompileException | IOException | ReflectiveOperationException e) {
      throw new AssertionError("generated code does not compile:\n" + members, e);
    }
  }

  private static Class<?> load(Source source)
      throws CompileException, IOException, ClassNotFoundException {
    String name = "Generated" + source.parent.getSimpleName();
    String unit =
        "package %s; public class %s extends %s {\n%s\n}"
            .formatted(
                source.parent.getPackageName(), name, source.parent.getName(), source.members);
    UnitCompiler compiler =
        new UnitCompiler(
            new Parser(new Scanner(null, new StringReader(unit))).parseAbstractCompilationUnit(),
            KNOWN);
    compiler.setTargetVersion(CLASS_FILE_JAVA);
    List<ClassFile> files = new ArrayList<>();
    compiler.compileUnit(false, false, false, files);
    return new Loader(files).loadClass(source.parent.getPackageName() + "." + name);
  }

  /** Holds the classes of one source, so that they go when nobody uses them. */
  private static final class Loader extends ClassLoader {
    Loader(List<ClassFile> files) {
      super(SASH);
      for (ClassFile file : files) {
        byte[] code = file.toByteArray();
        defineClass(file.getThisClassName(), code, 0, code.length);
      }
    }
  }
}
