package dev.sash.aggregate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * State records of one width, addressed by number: all aggregates of one (key, pane) side by side,
 * because a second cache line costs more than the arithmetic on it. Records live in chunks of some
 * megabytes, so that growing copies nothing but the first chunk while it is small; freed records
 * are used again before new memory is touched. Not thread-safe.
 */
public final class RecordStore {
  private static final int CHUNK_WORDS = 1 << 18;
  private static final int FIRST_RECORDS = 16;
  private static final int REFERENCE_BYTES = 4;
  private static final Object[] NO_OBJECTS = {};

  private final long[] initial;
  private final int objectSlots;
  private final StateBudget budget;
  private final int shift;
  private final int mask;

  private long[][] words = new long[1][];

  /** Objects by chunk, as many as were needed so far: a query may never have one. */
  private @Nullable Object[][] objects = {NO_OBJECTS};

  private int objectCount;
  private int capacity;
  private int top;
  private int[] free = new int[FIRST_RECORDS];
  private int freeCount;

  /**
   * An empty store.
   *
   * @param initial the words of a new record
   * @param objectSlots object references of a record
   */
  RecordStore(long[] initial, int objectSlots, StateBudget budget) {
    this.initial = initial;
    this.objectSlots = objectSlots;
    this.budget = budget;
    int width = Math.max(1, initial.length + objectSlots);
    int records = Math.max(64, Integer.highestOneBit(CHUNK_WORDS / width));
    shift = Integer.numberOfTrailingZeros(records);
    mask = records - 1;
    words[0] = new long[0];
    budget.reserve(StateBudget.arrayBytes(free.length, Integer.BYTES));
  }

  /** The array that holds a record's words. */
  long[] words(int record) {
    return words[record >>> shift];
  }

  /** Where a record's words begin in {@link #words}. */
  int at(int record) {
    return (record & mask) * initial.length;
  }

  /** All words: those of record {@code r} are in {@code [r >>> shift()]}. */
  long[][] chunks() {
    return words;
  }

  int shift() {
    return shift;
  }

  /** The words of record {@code r} begin at {@code (r & mask()) * width()}. */
  int mask() {
    return mask;
  }

  int width() {
    return initial.length;
  }

  /** An object of a record. */
  @Nullable Object object(int record, int slot) {
    Object[] chunk = objects[record >>> shift];
    int at = (record & mask) * objectSlots + slot;
    return at < chunk.length ? chunk[at] : null;
  }

  /** Whether any record has an object. */
  public boolean hasObjects() {
    return objectCount > 0;
  }

  /** Replaces an object of a record and counts the difference. */
  void setObject(int record, int slot, @Nullable Object value) {
    Object[] chunk = objects[record >>> shift];
    int at = (record & mask) * objectSlots + slot;
    if (at >= chunk.length) {
      if (value == null) {
        return;
      }
      int first = record & ~mask;
      int length = Math.min(mask + 1, capacity - first) * objectSlots;
      budget.adjust((long) (length - chunk.length) * REFERENCE_BYTES);
      chunk = Arrays.copyOf(chunk, length);
      objects[record >>> shift] = chunk;
    }
    budget.adjust(bytesOf(value) - bytesOf(chunk[at]));
    objectCount += (value == null ? 0 : 1) - (chunk[at] == null ? 0 : 1);
    chunk[at] = value;
  }

  /** Counts what an object of some record has grown by. */
  void objectGrew(long bytes) {
    budget.adjust(bytes);
  }

  /**
   * Fails when the objects have grown past the limit. Functions whose objects grow with the rows
   * ask after each run: a query with few records may never reserve memory for another one.
   */
  void checkLimit() {
    budget.reserve(0);
  }

  /** Numbers of {@code count} new records. */
  public void allocate(int[] records, int from, int count) {
    for (int i = from; i < from + count; i++) {
      records[i] = allocate();
    }
  }

  /** The number of a new record. */
  public int allocate() {
    int record = take();
    System.arraycopy(initial, 0, words(record), at(record), initial.length);
    return record;
  }

  /**
   * The number of a new record with the words of one of another store of the same layout, or -1
   * when that one has an object and so cannot be copied by its words.
   */
  public int allocateCopy(RecordStore source, int sourceRecord) {
    for (int slot = 0; slot < objectSlots && source.objectCount > 0; slot++) {
      if (source.object(sourceRecord, slot) != null) {
        return -1;
      }
    }
    int record = take();
    long[] from = source.words(sourceRecord);
    System.arraycopy(from, source.at(sourceRecord), words(record), at(record), initial.length);
    return record;
  }

  private int take() {
    int record;
    if (freeCount > 0) {
      record = free[--freeCount];
    } else {
      if (top == capacity) {
        grow();
      }
      record = top++;
    }
    return record;
  }

  /** Gives records back; negative numbers are skipped. */
  public void free(int[] records, int count) {
    if (freeCount + count > free.length) {
      int length = Math.max(freeCount + count, free.length * 2);
      // Not checked against the limit: giving memory back must not fail.
      budget.adjust((long) (length - free.length) * Integer.BYTES);
      free = Arrays.copyOf(free, length);
    }
    // Backwards, so that the next pane gets them in the order in which they lie in memory.
    for (int i = count - 1; i >= 0; i--) {
      int record = records[i];
      if (record >= 0) {
        clearObjects(record);
        free[freeCount++] = record;
      }
    }
  }

  /** Bytes of some records with their objects. */
  public long bytes(int[] records, int count) {
    long bytes = (long) count * (initial.length * Long.BYTES + objectSlots * REFERENCE_BYTES);
    for (int i = 0; objectCount > 0 && i < count; i++) {
      for (int slot = 0; slot < objectSlots; slot++) {
        bytes += bytesOf(object(records[i], slot));
      }
    }
    return bytes;
  }

  /**
   * Replaces the words of records by those of another store of the same layout.
   *
   * @param from a negative number stands for a record without rows
   */
  public void replace(int[] into, RecordStore source, int[] from, int count) {
    for (int i = 0; i < count; i++) {
      long[] target = words(into[i]);
      int at = at(into[i]);
      long[] origin = from[i] < 0 ? initial : source.words(from[i]);
      int originAt = from[i] < 0 ? 0 : source.at(from[i]);
      for (int word = 0; word < initial.length; word++) {
        target[at + word] = origin[originAt + word];
      }
      clearObjects(into[i]);
    }
  }

  /** Words of a record. */
  public int recordWords() {
    return initial.length;
  }

  /** Copies the words of records, one after the other. */
  public void read(int[] records, int count, long[] into) {
    int width = initial.length;
    for (int i = 0; i < count; i++) {
      long[] chunk = words(records[i]);
      int at = at(records[i]);
      for (int word = 0; word < width; word++) {
        into[i * width + word] = chunk[at + word];
      }
    }
  }

  /** Puts words that {@link #read} copied into records. */
  public void write(int[] records, int count, long[] from) {
    int width = initial.length;
    for (int i = 0; i < count; i++) {
      long[] chunk = words(records[i]);
      int at = at(records[i]);
      for (int word = 0; word < width; word++) {
        chunk[at + word] = from[i * width + word];
      }
    }
  }

  /** Gives every record back. */
  public void clear() {
    if (objectCount > 0) {
      for (int record = 0; record < top; record++) {
        clearObjects(record);
      }
    }
    freeCount = 0;
    top = 0;
  }

  /** How many records are in use. */
  public int size() {
    return top - freeCount;
  }

  private void clearObjects(int record) {
    for (int slot = 0; slot < objectSlots && objectCount > 0; slot++) {
      setObject(record, slot, null);
    }
  }

  private void grow() {
    int chunk = top >>> shift;
    int chunkRecords = mask + 1;
    int records =
        chunk > 0 ? chunkRecords : Math.max(FIRST_RECORDS, Math.min(top * 2, chunkRecords));
    int old = chunk > 0 ? 0 : capacity;
    budget.reserve((long) (records - old) * initial.length * Long.BYTES);
    if (chunk == words.length) {
      words = Arrays.copyOf(words, chunk * 2);
      objects = Arrays.copyOf(objects, chunk * 2);
      Arrays.fill(objects, chunk, chunk * 2, NO_OBJECTS);
    }
    long[] oldWords = chunk > 0 ? new long[0] : words[0];
    words[chunk] = Arrays.copyOf(oldWords, records * initial.length);
    capacity += records - old;
  }

  private static long bytesOf(@Nullable Object value) {
    if (value == null) {
      return 0;
    } else if (value instanceof StateObject state) {
      return state.bytes();
    } else if (value instanceof String text) {
      return 48L + text.length();
    } else if (value instanceof BigInteger number) {
      return 64L + number.bitLength() / 8;
    } else if (value instanceof BigDecimal number) {
      return 104L + number.unscaledValue().bitLength() / 8;
    }
    throw new AssertionError(value.getClass());
  }
}
