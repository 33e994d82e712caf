package jfs.shm;

import jfs.core.transport.FirstUse;

/**
 * What a thread of the program's has the exchange's thread do while it connects, reads or writes.
 * Classes and no lambdas: a JVM takes ten times as long to make those, on the way of a program's
 * first connection, and may lack the memory to when a connection has lived for long.
 */
final class Errands {

  private Errands() {}

  /** So that no thread of the program's needs memory for the classes. The exchange's thread's. */
  static void useOnce() {
    FirstUse.of(TellPort.class);
    FirstUse.of(Look.class);
    FirstUse.of(Answer.class);
  }

  /** Others are to know that connections are accepted at a port. */
  record TellPort(Exchange exchange, int port) implements Runnable {
    @Override
    public void run() {
      exchange.search().tellPort(port);
    }
  }

  /** The other end is to be looked for. */
  record Look(Exchange exchange, Entry entry) implements Runnable {
    @Override
    public void run() {
      exchange.search().look(entry);
    }
  }

  /** Somebody looks for this end. */
  record Answer(Exchange exchange, Entry entry) implements Runnable {
    @Override
    public void run() {
      exchange.pairing().answer(entry);
    }
  }
}
