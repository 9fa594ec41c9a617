package dev.sash.bench;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.ListenerNotFoundException;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/** The pauses of the garbage collector from when this is made until it is closed. */
final class GarbageCollections implements AutoCloseable {
  private final List<NotificationEmitter> collectors = new ArrayList<>();
  private final AtomicLong longestMillis = new AtomicLong();
  private final AtomicLong totalMillis = new AtomicLong();
  private final NotificationListener listener =
      (notification, context) -> {
        if (notification.getUserData() instanceof CompositeData data) {
          long millis = GarbageCollectionNotificationInfo.from(data).getGcInfo().getDuration();
          longestMillis.accumulateAndGet(millis, Math::max);
          totalMillis.addAndGet(millis);
        }
      };

  GarbageCollections() {
    for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
      // the work of a concurrent collector beside its pauses stops nobody
      if (bean instanceof NotificationEmitter emitter && !bean.getName().endsWith("Cycles")) {
        emitter.addNotificationListener(listener, null, null);
        collectors.add(emitter);
      }
    }
  }

  /** The longest pause, in whole milliseconds as the collector counts them. */
  long longestMillis() {
    return longestMillis.get();
  }

  /** All pauses together. */
  long totalMillis() {
    return totalMillis.get();
  }

  @Override
  public void close() {
    for (NotificationEmitter collector : collectors) {
      try {
        collector.removeNotificationListener(listener);
      } catch (ListenerNotFoundException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
