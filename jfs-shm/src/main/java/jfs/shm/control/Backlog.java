package jfs.shm.control;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Messages held back on a link while its peer reads nothing: each one once, and in order, so that a
 * peer that reads a little at a time gets all of them in the end. Used by the manager's thread
 * alone.
 */
final class Backlog {

  /** Ends that are over are removed at this size, and then at twice the size that remains. */
  private static final int MANY = 1024;

  private final Set<ShmEndpoint> looks = new LinkedHashSet<>();
  private final Set<ShmEndpoint> answers = new LinkedHashSet<>();
  private boolean ports;
  private int many = MANY;

  /** Sends one message and returns whether the peer takes more. */
  interface Speaker {
    boolean say(ShmEndpoint endpoint);
  }

  /** Notes that the peer does not know all ports. */
  void addPorts() {
    ports = true;
  }

  /** Notes that the peer is to be asked for the other end. */
  void addLook(ShmEndpoint endpoint) {
    looks.add(endpoint);
    forgetThoseOver();
  }

  /** Notes that the peer looks for this end. */
  void addAnswer(ShmEndpoint endpoint) {
    answers.add(endpoint);
    forgetThoseOver();
  }

  /** Connections may come and go for hours while a peer is stopped. */
  private void forgetThoseOver() {
    if (size() >= many) {
      looks.removeIf(ShmEndpoint::isOver);
      answers.removeIf(ShmEndpoint::isOver);
      many = Math.max(MANY, 2 * size());
    }
  }

  int size() {
    return looks.size() + answers.size();
  }

  boolean isEmpty() {
    return !ports && looks.isEmpty() && answers.isEmpty();
  }

  /** Whether the peer is to be told all ports. */
  boolean hasPorts() {
    return ports;
  }

  /** The peer was told all ports. */
  void toldPorts() {
    ports = false;
  }

  /** Asks the peer for the noted ends, until none is left or the peer takes no more. */
  boolean look(Speaker speaker) {
    return sayAll(looks, speaker);
  }

  /** Sends the noted answers in the same way. */
  boolean answer(Speaker speaker) {
    return sayAll(answers, speaker);
  }

  private static boolean sayAll(Set<ShmEndpoint> entries, Speaker speaker) {
    for (Iterator<ShmEndpoint> each = entries.iterator(); each.hasNext(); ) {
      ShmEndpoint endpoint = each.next();
      boolean more = endpoint.isOver() || speaker.say(endpoint);
      each.remove(); // last: if memory is lacking, it is said again
      if (!more) {
        return false;
      }
    }
    return true;
  }
}
