package dev.sash.runtime;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import org.codehaus.commons.compiler.CompileException;
import org.codehaus.janino.ClassBodyEvaluator;

/** Compiles generated expressions. Thread-safe. */
public final class ExpressionCompiler {
  /** Class files that every Java since 8 reads; the newest that Janino writes correctly. */
  private static final int CLASS_FILE_JAVA = 8;

  private ExpressionCompiler() {}

  /**
   * A new kernel, for one operator.
   *
   * @param members the members of a class that extends {@link RowKernel}
   * @throws SashException for a constant without a value, such as {@code CAST('abc' AS INTEGER)};
   *     and as a bug in Sash when the code does not compile
   */
  public static RowKernel compile(String members) {
    ClassBodyEvaluator evaluator = new ClassBodyEvaluator();
    evaluator.setParentClassLoader(RowKernel.class.getClassLoader());
    evaluator.setExtendedClass(RowKernel.class);
    evaluator.setClassName("dev.sash.runtime.GeneratedKernel");
    evaluator.setTargetVersion(CLASS_FILE_JAVA);
    try {
      evaluator.cook(members);
      return (RowKernel) evaluator.getClazz().getDeclaredConstructor().newInstance();
    } catch (ExceptionInInitializerError e) {
      throw constantFailed(e.getCause() == null ? e : e.getCause());
    } catch (CompileException | ReflectiveOperationException e) {
      throw SashException.internal("an expression could not be compiled:\n" + members, e);
    }
  }

  /** Constants are fields of the generated class, computed when it is loaded. */
  private static SashException constantFailed(Throwable cause) {
    String text = String.valueOf(cause.getMessage());
    ErrorCode code =
        !(cause instanceof ArithmeticException)
            ? ErrorCode.DATA_CONVERSION
            : text.contains("zero") ? ErrorCode.DIVISION_BY_ZERO : ErrorCode.NUMERIC_OVERFLOW;
    return SashException.of(code, "a constant of the query has no value: " + text).causedBy(cause);
  }
}
