package dev.sash.plan;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Pattern;
import org.apache.calcite.rex.RexLiteral;

/** Arithmetic of decimals as longs without their points, under {@link KernelGuards}. */
final class KernelDecimals {
  private static final Pattern CONSTANT = Pattern.compile("-?[0-9]+L");

  private final KernelGuards guards;

  KernelDecimals(KernelGuards guards) {
    this.guards = guards;
  }

  /** A constant. */
  static KernelTerm literal(RexLiteral literal) {
    BigDecimal number = KernelOperators.number(literal);
    return constant(number.unscaledValue().longValueExact(), number.scale());
  }

  private static KernelTerm constant(long unscaled, int scale) {
    return new KernelTerm(
        KernelType.DECIMAL,
        unscaled + "L",
        KernelTerm.NEVER,
        scale,
        Math.abs((double) unscaled) + "D");
  }

  /** A decimal, or an integer as one. */
  KernelTerm decimal(KernelTerm term) {
    if (term.type() == KernelType.DECIMAL) {
      return term;
    }
    double bound =
        switch (term.type()) {
          case BYTE -> -(double) Byte.MIN_VALUE;
          case SHORT -> -(double) Short.MIN_VALUE;
          default -> -(double) Integer.MIN_VALUE;
        };
    return new KernelTerm(
        KernelType.DECIMAL, "(long) " + term.value(), term.isNull(), 0, bound + "D");
  }

  /** The same number with more digits after its point, or fewer: rounded half up. */
  KernelTerm scaled(KernelTerm term, int scale) {
    int more = scale - term.scale();
    if (more == 0) {
      return term;
    }
    String power = "1" + "0".repeat(Math.abs(more));
    if (more > 0 && CONSTANT.matcher(term.value()).matches()) {
      BigInteger shifted =
          new BigInteger(term.value().substring(0, term.value().length() - 1))
              .multiply(BigInteger.TEN.pow(more));
      if (shifted.bitLength() < Long.SIZE) {
        return constant(shifted.longValue(), scale);
      }
    }
    String value;
    String bound;
    if (more > 0) {
      value = "(" + term.value() + " * " + power + "L)";
      bound = "(" + term.bound() + " * " + power + "D)";
      guards.fitsLong(bound);
    } else {
      value = KernelNumbers.EXACT + "halfUp(" + term.value() + ", " + power + "L)";
      bound = "(" + term.bound() + " / " + power + "D + 0.5D)";
    }
    return new KernelTerm(KernelType.DECIMAL, value, term.isNull(), scale, bound);
  }

  /** A sum or a difference. */
  KernelTerm sum(KernelTerm left, String operator, KernelTerm right, String isNull) {
    int scale = Math.max(left.scale(), right.scale());
    KernelTerm one = scaled(left, scale);
    KernelTerm other = scaled(right, scale);
    String bound = "(" + one.bound() + " + " + other.bound() + ")";
    guards.fitsLong(bound);
    return new KernelTerm(
        KernelType.DECIMAL,
        "(" + one.value() + " " + operator + " " + other.value() + ")",
        isNull,
        scale,
        bound);
  }

  /** A product. */
  KernelTerm product(KernelTerm left, KernelTerm right, String isNull) {
    String bound = "(" + left.bound() + " * " + right.bound() + ")";
    guards.fitsLong(bound);
    return new KernelTerm(
        KernelType.DECIMAL,
        "(" + left.value() + " * " + right.value() + ")",
        isNull,
        left.scale() + right.scale(),
        bound);
  }

  /** A number of a declared type. */
  KernelTerm cast(KernelTerm term, int precision, int scale) {
    KernelTerm cast = scaled(term, scale);
    guards.fitsDigits(cast.bound(), precision);
    return cast;
  }

  /** The nearest double. */
  KernelTerm toDouble(KernelTerm term) {
    if (term.scale() == 0) {
      return KernelTerm.of(KernelType.DOUBLE, "(double) " + term.value(), term.isNull());
    }
    guards.fitsDouble(term.bound());
    String power = "1" + "0".repeat(term.scale()) + "D";
    return KernelTerm.of(
        KernelType.DOUBLE, "((double) " + term.value() + " / " + power + ")", term.isNull());
  }
}
