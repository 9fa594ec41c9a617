package dev.sash.aggregate;

/**
 * The state of a group for a {@link dev.sash.function.Aggregate}.
 *
 * @param <S> the state there
 */
final class OwnState<S> implements StateObject {
  private final S state;
  private long bytes;

  OwnState(S state) {
    this.state = state;
  }

  S state() {
    return state;
  }

  /** Says how much it takes now. */
  void setBytes(long bytes) {
    this.bytes = bytes;
  }

  @Override
  public long bytes() {
    return bytes;
  }
}
