package dev.sash.aggregate;

import java.lang.reflect.Constructor;
import java.util.LinkedHashMap;
import java.util.Map;
import org.codehaus.commons.compiler.CompileException;
import org.codehaus.janino.ClassBodyEvaluator;

/**
 * Compiles {@link FusedAddition}s. The same source gives the same class, which the virtual machine
 * has warm: queries of the same shape, and the shards of one, share it. Thread-safe.
 */
final class FusedCompiler {
  private static final int CLASSES_MAX = 256;
  private static final int CLASS_FILE_JAVA = 8;

  private static final Map<String, Constructor<?>> CLASSES =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Constructor<?>> eldest) {
          return size() > CLASSES_MAX;
        }
      };

  private FusedCompiler() {}

  /** A new object of the class with the given members. */
  static FusedAddition compile(String members) {
    try {
      synchronized (CLASSES) {
        Constructor<?> constructor = CLASSES.get(members);
        if (constructor == null) {
          constructor = load(members);
          CLASSES.put(members, constructor);
        }
        return (FusedAddition) constructor.newInstance();
      }
    } catch (CompileException | ReflectiveOperationException e) {
      throw new AssertionError("generated code does not compile:\n" + members, e);
    }
  }

  private static Constructor<?> load(String members)
      throws CompileException, ReflectiveOperationException {
    ClassBodyEvaluator evaluator = new ClassBodyEvaluator();
    evaluator.setParentClassLoader(FusedAddition.class.getClassLoader());
    evaluator.setExtendedClass(FusedAddition.class);
    evaluator.setClassName("dev.sash.aggregate.GeneratedAddition");
    evaluator.setTargetVersion(CLASS_FILE_JAVA);
    evaluator.cook(members);
    return evaluator.getClazz().getDeclaredConstructor();
  }
}
