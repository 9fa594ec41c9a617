package dev.sash.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Wrapper;
import org.jspecify.annotations.Nullable;

/**
 * Stands in front of one of H2's JDBC objects: passes every call on, throws what H2 throws, and
 * lets subclasses answer the calls that concern Sash. A proxy equals itself only, and unwraps to
 * itself first, then to what H2's object unwraps to.
 */
abstract class ProxyHandler implements InvocationHandler {
  private final Object target;

  ProxyHandler(Object target) {
    this.target = target;
  }

  /**
   * The proxy for a handler; {@code type} decides what the caller sees, {@code more} adds to it.
   */
  static <T> T proxy(Class<T> type, ProxyHandler handler, Class<?>... more) {
    Class<?>[] types = new Class<?>[more.length + 1];
    types[0] = type;
    System.arraycopy(more, 0, types, 1, more.length);
    ClassLoader loader = SashDriver.class.getClassLoader();
    return type.cast(Proxy.newProxyInstance(loader, types, handler));
  }

  @Override
  public final @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    Object[] given = arguments == null ? new Object[0] : arguments;
    return switch (method.getName()) {
      case "equals" -> proxy == given[0];
      case "hashCode" -> System.identityHashCode(proxy);
      case "toString" -> "sash:" + target;
      case "unwrap" ->
          ((Class<?>) given[0]).isInstance(proxy) ? proxy : unwrapTarget((Class<?>) given[0]);
      case "isWrapperFor" ->
          ((Class<?>) given[0]).isInstance(proxy)
              || ((Wrapper) target).isWrapperFor((Class<?>) given[0]);
      default -> handle(proxy, method, given);
    };
  }

  private Object unwrapTarget(Class<?> type) throws Throwable {
    return ((Wrapper) target).unwrap(type);
  }

  /** Answers a call, mostly by {@link #delegate}. */
  abstract @Nullable Object handle(Object proxy, Method method, Object[] arguments)
      throws Throwable;

  /** Passes a call on to H2. */
  final @Nullable Object delegate(Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw ErrorTranslation.unwrapped(e.getTargetException(), null);
    }
  }

  /** Passes on a call that always gives an object. */
  final Object delegated(Method method, Object[] arguments) throws Throwable {
    Object result = delegate(method, arguments);
    if (result == null) {
      throw new AssertionError(method);
    }
    return result;
  }
}
