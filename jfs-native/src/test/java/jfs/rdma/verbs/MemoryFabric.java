package jfs.rdma.verbs;

import java.util.HashMap;
import java.util.Map;

/**
 * Connects the devices of a test: keeps the listeners, and gives out addresses and keys of memory.
 */
public final class MemoryFabric {

  /** By port. */
  private final Map<Integer, MemoryVerbs.MemoryListener> listeners = new HashMap<>();

  private long lastAddress = 1L << 32;
  private int lastKey = 1000;
  private int lastNumber;
  private boolean devices = true;
  private boolean cut;
  private boolean lossy;

  synchronized boolean hasDevices() {
    return devices;
  }

  /** Removes the devices: no address has one any more. */
  public synchronized void takeDevices() {
    devices = false;
  }

  synchronized boolean isCut() {
    return cut;
  }

  /** Drops all later requests, without an error. */
  public synchronized void cut() {
    cut = true;
  }

  synchronized boolean losesWhatConnectorsSend() {
    return lossy;
  }

  /** Drops all that clients of later connections send, without an error. */
  public synchronized void loseWhatConnectorsSend() {
    lossy = true;
  }

  public synchronized boolean listen(int port, MemoryVerbs.MemoryListener listener) {
    return listeners.putIfAbsent(port, listener) == null;
  }

  public synchronized void unlisten(int port) {
    listeners.remove(port);
  }

  public synchronized MemoryVerbs.MemoryListener listener(int port) {
    return listeners.get(port);
  }

  /** An address range that nothing else uses. */
  synchronized long newAddress(int size) {
    long address = lastAddress;
    lastAddress += size + 4096L;
    return address;
  }

  /** A queue pair's number; too large for a positive int, as a device's may not be. */
  synchronized int newNumber() {
    return --lastNumber;
  }

  synchronized int newKey() {
    return ++lastKey;
  }
}
