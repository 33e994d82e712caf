package jfs.shm.control;

import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import jfs.core.transport.Anchor;
import jfs.core.transport.FourTuple;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Preference;
import jfs.core.transport.Reason;
import jfs.core.transport.Transport;

/** An end of a connection between two ports of this host; it has no TCP beneath. */
final class FakeEnd implements PairingEnd {

  /** All reasons that were given for its being on TCP. */
  final List<Reason> reasons = new CopyOnWriteArrayList<>();

  volatile boolean free = true;

  /** Whether {@link #isFree} needs a class that cannot be loaded. */
  volatile boolean unloadable;

  /** How many times there is no memory for asking about TCP. */
  final AtomicInteger withoutMemory = new AtomicInteger();

  private final FourTuple ends;
  private final boolean connector;

  /** One that connected. */
  FakeEnd(int localPort, int remotePort) {
    this(localPort, remotePort, true);
  }

  FakeEnd(int localPort, int remotePort, boolean connector) {
    this.connector = connector;
    InetAddress here = InetAddress.getLoopbackAddress();
    ends = new FourTuple(here, localPort, here, remotePort);
  }

  @Override
  public FourTuple ends() {
    return ends;
  }

  @Override
  public boolean isConnector() {
    return connector;
  }

  @Override
  public int descriptor() {
    return -1;
  }

  @Override
  public Preference preference() {
    return Preference.NONE;
  }

  @Override
  public Anchor anchor() {
    if (withoutMemory.getAndUpdate(times -> Math.max(0, times - 1)) > 0) {
      throw new OutOfMemoryError("pretended");
    }
    return null;
  }

  @Override
  public boolean isFree() {
    if (unloadable) {
      throw new NoClassDefFoundError("Pretended");
    }
    return free;
  }

  @Override
  public boolean install(Transport transport) {
    return false;
  }

  @Override
  public void uninstall(Transport transport, Reason reason) {
    // None was installed.
  }

  @Override
  public void explain(Reason reason) {
    reasons.add(reason);
  }
}
