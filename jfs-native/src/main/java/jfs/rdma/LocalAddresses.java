package jfs.rdma;

import java.net.InetAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;

/**
 * Which addresses of this host an RDMA device has. The connection manager is asked once in a while:
 * devices come and go. Any thread.
 */
final class LocalAddresses {

  private static final long BELIEVED_NANOS = TimeUnit.SECONDS.toNanos(30);

  private record Answer(boolean served, long since) {}

  private final ConcurrentMap<InetAddress, Answer> answers = new ConcurrentHashMap<>();

  /** Whether what is known of this address is nothing, or old. */
  boolean isToBeAsked(InetAddress local, long now) {
    Answer answer = answers.get(local);
    return answer == null || now - answer.since > BELIEVED_NANOS;
  }

  /** What the connection manager says. */
  void answered(InetAddress local, boolean served, long now) {
    answers.put(local, new Answer(served, now));
  }

  /** Devices have come, gone or changed. */
  void forget() {
    answers.clear();
  }

  /** Whether no device had this address when last asked. */
  boolean isKnownToLack(InetAddress local) {
    Answer answer = answers.get(local);
    return answer != null && !answer.served;
  }
}
