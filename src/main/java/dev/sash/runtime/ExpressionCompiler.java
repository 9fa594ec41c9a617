package dev.sash.runtime;

import dev.sash.aggregate.GeneratedClasses;
import dev.sash.error.ArithmeticCode;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import java.util.regex.Pattern;

/** Compiles generated expressions. Thread-safe. */
public final class ExpressionCompiler {
  private ExpressionCompiler() {}

  /** Longer code may be too long for a class, which the statement should say. */
  private static final int DEFERRED_CHARACTERS_MAX = 16_384;

  /** A constant that is more than a new object: what computes it may fail. */
  private static final Pattern COMPUTED_CONSTANT =
      Pattern.compile("static final [^=]*= (?!new [\\w.$]+\\(\\);)");

  /**
   * A new kernel, for one operator. It is compiled when rows come, unless that may fail: a
   * statement costs a third less, and the thread that needs the class makes it.
   *
   * @param members the members of a class that extends {@link RowKernel}
   * @throws SashException for a constant without a value, such as {@code CAST('abc' AS INTEGER)};
   *     and as a bug in Sash when the code does not compile
   */
  public static RowKernel compile(String members) {
    if (members.length() <= DEFERRED_CHARACTERS_MAX && !COMPUTED_CONSTANT.matcher(members).find()) {
      return new DeferredKernel(members);
    }
    try {
      return load(members);
    } catch (AssertionError e) {
      throw SashException.internal("an expression could not be compiled", e);
    }
  }

  /**
   * A new kernel that is compiled now.
   *
   * @throws SashException for a constant without a value
   * @throws AssertionError when the code does not compile, which is no fault of a row
   */
  static RowKernel load(String members) {
    try {
      return GeneratedClasses.create(RowKernel.class, members);
    } catch (ExceptionInInitializerError e) {
      throw constantFailed(e.getCause() == null ? e : e.getCause());
    } catch (RuntimeException e) {
      throw new AssertionError("generated code does not compile:\n" + members, e);
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
