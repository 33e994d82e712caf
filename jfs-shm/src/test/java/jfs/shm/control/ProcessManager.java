package jfs.shm.control;

import jfs.core.transport.PairingEnd;

/** The connection manager that the tests of a JVM share, in the default rendezvous directory. */
final class ProcessManager {

  /** The value of the option {@code shm_dir}: the default. */
  static final String PARENT = "";

  static final ShmManagerThread THREAD = new ShmManagerThread(PARENT, false);

  private ProcessManager() {}

  static ShmConnectionManager get() {
    return THREAD.find();
  }

  /** Makes the endpoint of an end whose connection was made now, and has the manager begin. */
  static ShmEndpoint register(PairingEnd end) {
    return THREAD.register(end, System.nanoTime());
  }
}
