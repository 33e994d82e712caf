package jfs.rdma;

import java.util.HashMap;
import java.util.Map;

/** What connects the devices of a test: who listens where, and whose memory is where. */
final class MemoryFabric {

  /** By port. */
  private final Map<Integer, MemoryVerbs.MemoryListener> listeners = new HashMap<>();

  private long lastAddress = 1L << 32;
  private int lastKey = 1000;
  private boolean devices = true;
  private boolean cut;
  private boolean lossy;

  synchronized boolean hasDevices() {
    return devices;
  }

  /** No address has a device any more. */
  synchronized void takeDevices() {
    devices = false;
  }

  synchronized boolean isCut() {
    return cut;
  }

  /** No request arrives any more, and nobody is told. */
  synchronized void cut() {
    cut = true;
  }

  synchronized boolean losesWhatConnectorsSend() {
    return lossy;
  }

  /** Nothing that comes from whoever connects from now on arrives, and nobody is told. */
  synchronized void loseWhatConnectorsSend() {
    lossy = true;
  }

  synchronized boolean listen(int port, MemoryVerbs.MemoryListener listener) {
    return listeners.putIfAbsent(port, listener) == null;
  }

  synchronized void unlisten(int port) {
    listeners.remove(port);
  }

  synchronized MemoryVerbs.MemoryListener listener(int port) {
    return listeners.get(port);
  }

  /** An address where nothing else is. */
  synchronized long newAddress(int size) {
    long address = lastAddress;
    lastAddress += size + 4096L;
    return address;
  }

  synchronized int newKey() {
    return ++lastKey;
  }
}
