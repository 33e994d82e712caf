package jfs.rdma.cm;

import java.net.InetAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;

/**
 * Which addresses of this host belong to RDMA devices. Each answer of the connection manager is
 * asked for again after 30 s, since devices come and go. Any thread may call.
 */
final class LocalAddresses {

  private static final long BELIEVED_NANOS = TimeUnit.SECONDS.toNanos(30);

  private record Answer(boolean served, long since) {}

  private final ConcurrentMap<InetAddress, Answer> answers = new ConcurrentHashMap<>();

  /** Whether there is no answer for this address, or an old one. */
  boolean isToBeAsked(InetAddress local, long now) {
    Answer answer = answers.get(local);
    return answer == null || now - answer.since > BELIEVED_NANOS;
  }

  /** Keeps an answer of the connection manager. */
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
