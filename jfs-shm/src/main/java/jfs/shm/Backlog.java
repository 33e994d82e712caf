package jfs.shm;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * What was not said over a link because its peer takes nothing: each thing once, and in order, so
 * that a peer that takes a little at a time is told everything in the end. The exchange's thread's
 * own.
 */
final class Backlog {

  /** Ends that are over are removed when there are so many, or twice as many as then remain. */
  private static final int MANY = 1024;

  private final Set<Entry> looks = new LinkedHashSet<>();
  private final Set<Entry> answers = new LinkedHashSet<>();
  private boolean ports;
  private int many = MANY;

  /** Says one thing, and answers whether the peer takes more. */
  interface Speaker {
    boolean say(Entry entry);
  }

  /** The peer does not know all ports. */
  void addPorts() {
    ports = true;
  }

  /** The peer is to be asked for the other end. */
  void addLook(Entry entry) {
    looks.add(entry);
    forgetThoseOver();
  }

  /** The peer looks for this end. */
  void addAnswer(Entry entry) {
    answers.add(entry);
    forgetThoseOver();
  }

  /** Connections may come and go for hours while a peer is stopped. */
  private void forgetThoseOver() {
    if (size() >= many) {
      looks.removeIf(Entry::isOver);
      answers.removeIf(Entry::isOver);
      many = Math.max(MANY, 2 * size());
    }
  }

  int size() {
    return looks.size() + answers.size();
  }

  boolean isEmpty() {
    return !ports && looks.isEmpty() && answers.isEmpty();
  }

  /** Whether the peer is to be told the ports. */
  boolean hasPorts() {
    return ports;
  }

  /** It was told them. */
  void toldPorts() {
    ports = false;
  }

  /** Has the peer asked for ends, until all are asked for or it takes no more. */
  boolean look(Speaker speaker) {
    return sayAll(looks, speaker);
  }

  /** The same with answers. */
  boolean answer(Speaker speaker) {
    return sayAll(answers, speaker);
  }

  private static boolean sayAll(Set<Entry> entries, Speaker speaker) {
    for (Iterator<Entry> each = entries.iterator(); each.hasNext(); ) {
      Entry entry = each.next();
      boolean more = entry.isOver() || speaker.say(entry);
      each.remove(); // last: without memory to say it, it is said again
      if (!more) {
        return false;
      }
    }
    return true;
  }
}
