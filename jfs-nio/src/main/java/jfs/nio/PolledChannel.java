package jfs.nio;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;

/** A channel as the {@link Poller} sees it: one thread may wait to read, and one to write. */
final class PolledChannel {

  private final Poller poller;
  private final Gate reading = new Gate();
  private final Gate writing = new Gate();
  private final SelectionKey key;

  /** Never reset; written before the gates open for good. */
  private volatile boolean closed;

  PolledChannel(Poller poller, SelectableChannel channel) throws IOException {
    this.poller = poller;
    key = channel.register(poller.selector(), 0, this);
  }

  private Gate gate(int ops) {
    return ops == SelectionKey.OP_WRITE ? writing : reading;
  }

  /** Like {@link Parker#park}, but throws if a virtual thread is interrupted. */
  void park(int op, long nanos) throws InterruptedIOException {
    Gate gate = gate(op);
    gate.arm();
    if (closed) {
      return;
    }
    try {
      // After arming: the poller takes the interest away before it opens the gate.
      key.interestOpsOr(op);
    } catch (CancelledKeyException e) {
      return;
    }
    poller.selector().wakeup();
    gate.pass(nanos);
  }

  /** The poller calls this when some of the requested operations are ready. */
  void ready(SelectionKey self) {
    int ops = 0;
    try {
      ops = self.readyOps();
      self.interestOpsAnd(~ops);
    } catch (CancelledKeyException e) {
      ops = 0; // closing opens the gates
    } finally {
      // Even if there was no memory to take the interest back: no other code would wake the thread.
      open(ops);
    }
  }

  private void open(int ops) {
    if ((ops & SelectionKey.OP_WRITE) != 0) {
      writing.open();
    }
    if ((ops & ~SelectionKey.OP_WRITE) != 0) {
      reading.open();
    }
  }

  /** Deregisters the channel and wakes up the waiters. Both are done on return. */
  void close() {
    closed = true;
    key.cancel();
    reading.open();
    writing.open();
    poller.flush();
  }
}
