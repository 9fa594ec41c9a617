package dev.sash.plan;

/**
 * A value in generated code: two expressions of Java without side effects.
 *
 * <p>A BOOLEAN is false where it is NULL; so its value alone says whether it is TRUE. Other values
 * are arbitrary where they are NULL.
 *
 * @param value the value, of the type's Java type
 * @param isNull whether it is NULL; {@link #NEVER} where it cannot be
 * @param scale digits after the point of a DECIMAL
 * @param bound no magnitude of a DECIMAL's long is larger: an expression of double
 */
record KernelTerm(KernelType type, String value, String isNull, int scale, String bound) {
  /** For values that are never NULL. */
  static final String NEVER = "false";

  /** A value other than a DECIMAL. */
  static KernelTerm of(KernelType type, String value, String isNull) {
    return new KernelTerm(type, value, isNull, 0, "");
  }

  /** NULL. */
  static KernelTerm ofNull(KernelType type) {
    return new KernelTerm(type, type.zero, "true", 0, "0D");
  }

  boolean mayBeNull() {
    return !isNull.equals(NEVER);
  }

  /** The same value where the flag says whether it is NULL. */
  KernelTerm nullIf(String flag) {
    return new KernelTerm(type, value, flag, scale, bound);
  }

  /** True where one of the flags is. */
  static String or(String one, String other) {
    if (one.equals(NEVER) || one.equals(other) || other.equals("true")) {
      return other;
    }
    return other.equals(NEVER) || one.equals("true") ? one : "(" + one + " | " + other + ")";
  }
}
