package dev.sash.function;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The methods that generated code calls by number, because it cannot name their classes.
 * Thread-safe.
 */
public final class OwnCalls {
  private static final AtomicLong LAST = new AtomicLong();
  private static final Map<Method, Long> NUMBERS = new ConcurrentHashMap<>();
  private static final Map<Long, Target> TARGETS = new ConcurrentHashMap<>();

  private OwnCalls() {}

  private record Target(String name, Method method) {}

  /** The number of a method; the same each time. */
  public static long number(String name, Method method) {
    return NUMBERS.computeIfAbsent(
        method,
        added -> {
          long number = LAST.incrementAndGet();
          TARGETS.put(number, new Target(name, added));
          return number;
        });
  }

  /**
   * Calls a method.
   *
   * @param arguments numbers of any width, texts, Booleans; none is null
   */
  public static @Nullable Object call(long number, Object[] arguments) {
    Target target = TARGETS.get(number);
    if (target == null) {
      throw new AssertionError(number);
    }
    Class<?>[] types = target.method.getParameterTypes();
    Object[] converted = new Object[arguments.length];
    for (int i = 0; i < arguments.length; i++) {
      converted[i] = converted(arguments[i], types[i]);
    }
    try {
      return target.method.invoke(null, converted);
    } catch (InvocationTargetException e) {
      throw failed(target, e.getCause() == null ? e : e.getCause());
    } catch (IllegalAccessException | LinkageError e) {
      throw failed(target, e);
    }
  }

  private static Object converted(Object value, Class<?> type) {
    if (value instanceof Number number) {
      return type == int.class || type == Integer.class
          ? (Object) Math.toIntExact(number.longValue())
          : type == long.class || type == Long.class
              ? (Object) number.longValue()
              : (Object) number.doubleValue();
    }
    return value;
  }

  private static SashException failed(Target target, Throwable cause) {
    Method method = target.method;
    return SashException.of(
            ErrorCode.FUNCTION_FAILED, "function " + target.name + " failed: " + cause)
        .hint("its method is " + method.getDeclaringClass().getName() + "." + method.getName());
  }
}
