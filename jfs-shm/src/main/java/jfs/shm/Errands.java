package jfs.shm;

import jfs.core.transport.FirstUse;

/**
 * Tasks that a program's thread gives to the manager's thread while it connects, reads or writes.
 * Classes, not lambdas: a JVM takes ten times as long to make a lambda, which would delay a
 * program's first connection, and it may lack the memory for one later.
 */
final class Errands {

  private Errands() {}

  /**
   * Loads the classes, so that no thread of the program needs memory for that. The manager's thread
   * calls this.
   */
  static void useOnce() {
    FirstUse.of(TellPort.class);
    FirstUse.of(Look.class);
    FirstUse.of(Answer.class);
  }

  /** Tells peers that this JVM accepts connections at a port. */
  record TellPort(ShmConnectionManager manager, int port) implements Runnable {
    @Override
    public void run() {
      manager.search().tellPort(port);
    }
  }

  /** Looks for the other end. */
  record Look(ShmConnectionManager manager, ShmEndpoint endpoint) implements Runnable {
    @Override
    public void run() {
      manager.search().look(endpoint);
    }
  }

  /** Answers the peer that looks for this end. */
  record Answer(ShmConnectionManager manager, ShmEndpoint endpoint) implements Runnable {
    @Override
    public void run() {
      manager.pairing().answer(endpoint);
    }
  }
}
