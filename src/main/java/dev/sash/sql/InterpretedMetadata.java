package dev.sash.sql;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.calcite.rel.metadata.BuiltInMetadata;
import org.apache.calcite.rel.metadata.DefaultRelMetadataProvider;
import org.apache.calcite.rel.metadata.MetadataHandler;
import org.apache.calcite.rel.metadata.MetadataHandlerProvider;
import org.apache.calcite.rel.metadata.ProxyingMetadataHandlerProvider;
import org.apache.calcite.rel.metadata.RelMetadataQuery;

/**
 * What rules ask about rows, through proxies; Calcite's default compiles handlers, a tenth of a
 * second cold.
 *
 * <p>A query of metadata starts with all two dozen handlers, each rule asks anew, and hardly any
 * handler is ever used. So one object stands for all of them, made once; a handler of its own is
 * made when the first question comes.
 */
final class InterpretedMetadata extends RelMetadataQuery {
  private static final MetadataHandlerProvider PROXIES = new SharedProxies();

  InterpretedMetadata() {
    super(PROXIES);
  }

  private static final class SharedProxies extends ProxyingMetadataHandlerProvider
      implements InvocationHandler {
    private final Map<Class<?>, MetadataHandler<?>> handlers = new ConcurrentHashMap<>();
    private final Object all;

    SharedProxies() {
      super(DefaultRelMetadataProvider.INSTANCE);
      Class<?>[] interfaces =
          Arrays.stream(BuiltInMetadata.class.getClasses())
              .flatMap(metadata -> Arrays.stream(metadata.getClasses()))
              .filter(MetadataHandler.class::isAssignableFrom)
              .toArray(Class<?>[]::new);
      all = Proxy.newProxyInstance(BuiltInMetadata.class.getClassLoader(), interfaces, this);
    }

    @Override
    public <H extends MetadataHandler<?>> H handler(Class<H> type) {
      return type.isInstance(all) ? type.cast(all) : super.handler(type);
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      Class<? extends MetadataHandler<?>> type = handlerOf(method);
      MetadataHandler<?> handler = handlers.get(type);
      if (handler == null) {
        handler = super.handler(type);
        handlers.put(type, handler);
      }
      try {
        return method.invoke(handler, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause() == null ? e : e.getCause();
      }
    }

    @SuppressWarnings("unchecked") // only such interfaces are given to the proxy
    private static Class<? extends MetadataHandler<?>> handlerOf(Method method) {
      return (Class<? extends MetadataHandler<?>>) method.getDeclaringClass();
    }
  }
}
