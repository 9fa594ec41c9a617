package dev.sash.aggregate;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * How many different hashes there were, in 4 KB at most: for each of 4,096 parts of the hashes the
 * longest run of zeros that one of them began with (Flajolet, Fusy, Gandouet, Meunier,
 * "HyperLogLog: the analysis of a near-optimal cardinality estimation algorithm", AofA 2007). The
 * estimate is the improved raw one of Ertl ("New cardinality estimation algorithms for HyperLogLog
 * sketches", arXiv 1702.01284, algorithm 6), which needs no table of corrections and depends on the
 * registers alone: so the result is a function of the set of values, whatever their order and
 * panes. Its standard error is 1.04 / sqrt(4096), 1.63 %.
 *
 * <p>While few parts have a value they are kept as a sorted list of {@code part << 8 | run}.
 */
final class HyperLogLog implements StateObject {
  private static final int PRECISION = 12;
  private static final int REGISTERS = 1 << PRECISION;
  private static final int RUN_MAX = Long.SIZE - PRECISION + 1;
  private static final int SPARSE_MAX = 512;

  private int[] sparse = new int[8];
  private int sparseCount;
  private byte[] dense = {};

  /** Counts a hash, which may have been counted already. */
  void add(long hash) {
    int register = (int) (hash >>> Long.SIZE - PRECISION);
    int run = Math.min(Long.numberOfLeadingZeros(hash << PRECISION) + 1, RUN_MAX);
    set(register, run);
  }

  private void set(int register, int run) {
    if (dense.length > 0) {
      dense[register] = (byte) Math.max(dense[register], run);
      return;
    }
    int place = Arrays.binarySearch(sparse, 0, sparseCount, register << Byte.SIZE);
    int at = place < 0 ? -place - 1 : place;
    if (at < sparseCount && sparse[at] >>> Byte.SIZE == register) {
      sparse[at] = Math.max(sparse[at], register << Byte.SIZE | run);
    } else if (sparseCount == SPARSE_MAX) {
      spread();
      set(register, run);
    } else {
      if (sparseCount == sparse.length) {
        sparse = Arrays.copyOf(sparse, sparseCount * 2);
      }
      System.arraycopy(sparse, at, sparse, at + 1, sparseCount - at);
      sparse[at] = register << Byte.SIZE | run;
      sparseCount++;
    }
  }

  private void spread() {
    dense = new byte[REGISTERS];
    for (int i = 0; i < sparseCount; i++) {
      dense[sparse[i] >>> Byte.SIZE] = (byte) sparse[i];
    }
    sparse = new int[0];
    sparseCount = 0;
  }

  /** Counts what another one has counted. */
  void addAll(HyperLogLog other) {
    for (int i = 0; i < other.sparseCount; i++) {
      set(other.sparse[i] >>> Byte.SIZE, other.sparse[i] & 0xFF);
    }
    for (int register = 0; register < other.dense.length; register++) {
      if (other.dense[register] > 0) {
        set(register, other.dense[register]);
      }
    }
  }

  /** About how many different hashes there were. */
  long estimate() {
    int[] registersOfRun = new int[RUN_MAX + 1];
    registersOfRun[0] = REGISTERS - sparseCount;
    for (int i = 0; i < sparseCount; i++) {
      registersOfRun[sparse[i] & 0xFF]++;
    }
    if (dense.length > 0) {
      registersOfRun[0] = 0;
      for (byte run : dense) {
        registersOfRun[run]++;
      }
    }
    double sum = REGISTERS * tau(1 - registersOfRun[RUN_MAX] / (double) REGISTERS);
    for (int run = RUN_MAX - 1; run > 0; run--) {
      sum = 0.5 * (sum + registersOfRun[run]);
    }
    sum += REGISTERS * sigma(registersOfRun[0] / (double) REGISTERS);
    return Math.round((double) REGISTERS * REGISTERS / (2 * Math.log(2) * sum));
  }

  private static double sigma(double share) {
    if (share == 1) {
      return Double.POSITIVE_INFINITY;
    }
    double power = share;
    double weight = 1;
    double sum = share;
    double before;
    do {
      power *= power;
      before = sum;
      sum += power * weight;
      weight += weight;
    } while (sum != before);
    return sum;
  }

  private static double tau(double share) {
    if (share == 0 || share == 1) {
      return 0;
    }
    double root = share;
    double weight = 1;
    double sum = 1 - share;
    double before;
    do {
      root = Math.sqrt(root);
      before = sum;
      weight *= 0.5;
      sum -= (1 - root) * (1 - root) * weight;
    } while (sum != before);
    return sum / 3;
  }

  @Override
  public long bytes() {
    return 32
        + StateBudget.arrayBytes(sparse.length, Integer.BYTES)
        + StateBudget.arrayBytes(dense.length, Byte.BYTES);
  }

  void write(DataOutput output) throws IOException {
    output.writeInt(dense.length > 0 ? -1 : sparseCount);
    for (int i = 0; i < sparseCount; i++) {
      output.writeInt(sparse[i]);
    }
    output.write(dense);
  }

  static HyperLogLog read(DataInput input) throws IOException {
    HyperLogLog sketch = new HyperLogLog();
    int count = input.readInt();
    if (count < 0) {
      sketch.spread();
      input.readFully(sketch.dense);
    }
    for (int i = 0; i < count; i++) {
      int entry = input.readInt();
      sketch.set(entry >>> Byte.SIZE, entry & 0xFF);
    }
    return sketch;
  }
}
