package dev.sash.runtime;

import dev.sash.aggregate.GeneratedClasses;
import dev.sash.error.ArithmeticCode;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;

/** Compiles generated expressions. Thread-safe. */
public final class ExpressionCompiler {
  private ExpressionCompiler() {}

  /**
   * A new kernel, for one operator.
   *
   * @param members the members of a class that extends {@link RowKernel}
   * @throws SashException for a constant without a value, such as {@code CAST('abc' AS INTEGER)};
   *     and as a bug in Sash when the code does not compile
   */
  public static RowKernel compile(String members) {
    try {
      return GeneratedClasses.create(RowKernel.class, members);
    } catch (ExceptionInInitializerError e) {
      throw constantFailed(e.getCause() == null ? e : e.getCause());
    } catch (AssertionError e) {
      throw SashException.internal("an expression could not be compiled", e);
    }
  }

  /** Constants are fields of the generated class, computed when it is loaded. */
  private static SashException constantFailed(Throwable cause) {
    String text = String.valueOf(cause.getMessage());
    ErrorCode code =
        cause instanceof ArithmeticException arithmetic
            ? ArithmeticCode.of(arithmetic)
            : ErrorCode.DATA_CONVERSION;
    return SashException.of(code, "a constant of the query has no value: " + text).causedBy(cause);
  }
}
