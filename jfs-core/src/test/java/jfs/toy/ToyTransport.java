package jfs.toy;

import jfs.core.transport.Anchor;
import jfs.core.transport.Transport;

/** One end of a pair: what it agrees on with the other end beside TCP. */
final class ToyTransport implements Transport {

  private final ToyPair pair;
  private final ToyDirection out;
  private final ToyDirection in;
  private final ToyStream stream;

  ToyTransport(ToyPair pair, ToyDirection out, ToyDirection in, Anchor tcp) {
    this.pair = pair;
    this.out = out;
    this.in = in;
    stream = new ToyStream(pair, out, in, tcp);
  }

  @Override
  public ToyStream stream() {
    return stream;
  }

  @Override
  public boolean isCommitted() {
    return pair.isCommitted();
  }

  @Override
  public boolean abort() {
    return pair.abort();
  }

  /** Lets TCP answer, as it does without JFS, if the peer has closed. */
  @Override
  public boolean announceSwitch(long bytes) {
    try (ToyPair.Held held = pair.lock()) {
      if (bytes >= 0 && stream.peer().isOver()) {
        return false;
      }
      out.switchAt = bytes;
      return true;
    }
  }

  @Override
  public long peerSwitchedAt() {
    try (ToyPair.Held held = pair.lock()) {
      return in.switchAt;
    }
  }

  /** Need not wait: what the peer announced before it ended TCP is known here. */
  @Override
  public long awaitEnd(long received) {
    return peerSwitchedAt();
  }

  @Override
  public void endsOnTcp() {
    stream.finish();
  }

  @Override
  public int doorbellsOwed() {
    try (ToyPair.Held held = pair.lock()) {
      return in.owed;
    }
  }

  /** All of these are doorbells: no sender returns to TCP. */
  @Override
  public void readBeyondSwitch(byte[] bytes, int offset, int length) {
    try (ToyPair.Held held = pair.lock()) {
      in.owed -= length;
    }
  }

  @Override
  public boolean tellReset() {
    return stream.peer().tellReset();
  }
}
