package jfs.shm.stream;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import jfs.core.wait.SelectorEventFd;

/** Keeps a list of the eventfds that were signalled, and makes no system call. */
final class Signals implements EventFds {

  /** By their numbers, in order. */
  final List<Integer> came = new CopyOnWriteArrayList<>();

  /** Those that the peer has, by their numbers. */
  final Set<Integer> held = ConcurrentHashMap.newKeySet();

  @Override
  public boolean isHeldByPeer(SelectorEventFd own) {
    return held.contains(own.number());
  }

  @Override
  public void signal(int number) {
    came.add(number);
  }
}
