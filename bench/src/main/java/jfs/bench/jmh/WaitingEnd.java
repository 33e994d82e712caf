package jfs.bench.jmh;

import jfs.core.ring.CorruptRingException;
import jfs.core.ring.WaitWord;
import jfs.core.wait.Futex;
import jfs.core.wait.MemorySpin;
import jfs.core.wait.Polling;

/**
 * A thread that waits at a ring as a connection's reader does: it polls for a while, and sleeps.
 */
final class WaitingEnd {

  private final MemoryRing ring = new MemoryRing();
  private final WaitWord waits = ring.control.receiverWaits();
  private final Futex futex = Futex.installed();
  private final MemorySpin spin;

  WaitingEnd(Polling polling) {
    if (futex == null) {
      throw new IllegalStateException("no native library to sleep with");
    }
    spin = new MemorySpin(polling);
  }

  /** Sends to this end, by the other thread. */
  void send(byte[] message) throws CorruptRingException {
    ring.sender.put(message, 0, message.length);
    if (waits.get() == WaitWord.ON_FUTEX && waits.takeIf(WaitWord.ON_FUTEX)) {
      futex.wake(waits.memory(), waits.at());
    }
  }

  /** Receives a message that is never in parts. */
  void receive(byte[] message) throws CorruptRingException {
    if (!polled()) {
      sleep();
    }
    ring.receiver.take(message, 0, message.length);
  }

  private boolean polled() throws CorruptRingException {
    if (ring.receiver.hasBytes()) {
      return true;
    }
    if (!spin.begin()) {
      return false;
    }
    boolean found;
    do {
      found = ring.receiver.hasBytes();
    } while (!found && spin.goOn());
    spin.end(found);
    return found;
  }

  private void sleep() throws CorruptRingException {
    while (true) {
      waits.arm(WaitWord.ON_FUTEX);
      if (ring.receiver.hasBytes()) {
        waits.disarm();
        return;
      }
      spin.sleeps();
      futex.await(waits.memory(), waits.at(), WaitWord.ON_FUTEX, 0);
    }
  }
}
