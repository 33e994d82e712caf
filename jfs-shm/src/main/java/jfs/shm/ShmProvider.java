package jfs.shm;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import jfs.core.config.Options;
import jfs.core.transport.Check;
import jfs.core.transport.FourTuple;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Reason;
import jfs.core.transport.Registration;
import jfs.core.transport.TransportKind;
import jfs.core.transport.TransportProvider;
import jfs.shm.control.ShmManagerThread;
import jfs.shm.control.ShmRegistration;

/** Shared memory between JVMs of one user on one host. */
public final class ShmProvider implements TransportProvider {

  private static final TransportKind KIND = new TransportKind("shm", "Shared memory", 1);

  private static final Optional<Reason> OTHER_HOST = Optional.of(Reason.OTHER_HOST);
  private static final Optional<Reason> NO_RENDEZVOUS_DIR = Optional.of(Reason.NO_RENDEZVOUS_DIR);
  private static final Optional<Reason> NO_THREAD = Optional.of(Reason.NO_THREAD);
  private static final Optional<Reason> SWITCHED_OFF = Optional.of(Reason.SWITCHED_OFF);

  private final String mode = Options.ofProcess().get(ShmOptions.SHM);
  private final boolean on = !mode.equals("off");
  private final boolean containers = Options.ofProcess().get(ShmOptions.CONTAINERS).equals("on");
  private final ShmManagerThread thread =
      new ShmManagerThread(Options.ofProcess().get(ShmOptions.SHM_DIR), containers);

  @Override
  public TransportKind kind() {
    return KIND;
  }

  @Override
  public Optional<Reason> refusal(FourTuple connection) {
    boolean started = thread.start(); // also to report connections that stay on TCP
    if (!on) {
      return SWITCHED_OFF;
    }
    if (containers) {
      thread.meetPeers(); // to know, when a connection wants a pair, who may hold its other end
    }
    if (!mayBeHere(connection)) {
      return OTHER_HOST;
    }
    if (!started) {
      return NO_THREAD;
    }
    return thread.hasFailed() ? NO_RENDEZVOUS_DIR : Optional.empty();
  }

  @Override
  public boolean isOn() {
    return on;
  }

  @Override
  public boolean servesChannels() {
    return true;
  }

  /**
   * Whether both ends appear to be on this host. A connection to one of this host's own addresses
   * comes from that address, unless the program chose another; one to a container may have any.
   * This only saves needless searches: the ends find out for themselves.
   */
  private boolean mayBeHere(FourTuple connection) {
    InetAddress remote = connection.remoteAddress();
    return remote != null
        && (containers || remote.isLoopbackAddress() || remote.equals(connection.localAddress()))
        // A socket that is connected to itself has no other end.
        && !connection.isOneEnd();
  }

  @Override
  public boolean pairsAtOnce() {
    return mode.equals("eager");
  }

  @Override
  public boolean appear() {
    return thread.appear();
  }

  @Override
  public boolean isAskedFor(Options options) {
    return options.isSet(ShmOptions.SHM) && !options.get(ShmOptions.SHM).equals("off");
  }

  @Override
  public List<Check> checks(Options options) {
    return ShmCheck.checks(options);
  }

  @Override
  public Registration register(PairingEnd end) {
    return new ShmRegistration(end, thread);
  }
}
