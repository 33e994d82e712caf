package jfs.rdma;

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
import jfs.rdma.cm.ReactorThread;

/** The transport over RDMA verbs between hosts. */
public final class RdmaProvider implements TransportProvider {

  private static final TransportKind KIND = new TransportKind("rdma", "RDMA", 2);

  private static final Optional<Reason> SAME_HOST = Optional.of(Reason.SAME_HOST);
  private static final Optional<Reason> RDMA_OFF = Optional.of(Reason.RDMA_OFF);

  private final boolean on;
  private final boolean always;
  private final boolean eager;
  private final String keyFile;

  /** With the options of this process. */
  public RdmaProvider() {
    this(Options.ofProcess());
  }

  RdmaProvider(Options options) {
    String mode = options.get(RdmaOptions.RDMA);
    on = RdmaOptions.wantRdma(options);
    always = mode.equals("always");
    eager = always || mode.equals("eager");
    keyFile = options.get(RdmaOptions.RDMA_KEY);
  }

  @Override
  public TransportKind kind() {
    return KIND;
  }

  @Override
  public boolean isOn() {
    return on;
  }

  @Override
  public Optional<Reason> refusal(FourTuple connection) {
    if (!connection.isKnown() || (!always && isOneAddress(connection))) {
      return SAME_HOST;
    }
    if (!on) {
      return RDMA_OFF;
    }
    return ReactorThread.refusal(connection.localAddress(), keyFile);
  }

  private static boolean isOneAddress(FourTuple connection) {
    InetAddress local = connection.localAddress();
    InetAddress remote = connection.remoteAddress();
    return local.isLoopbackAddress() || remote.isLoopbackAddress() || local.equals(remote);
  }

  @Override
  public boolean servesChannels() {
    return true;
  }

  @Override
  public boolean pairsAtOnce() {
    return eager;
  }

  @Override
  public boolean isAskedFor(Options options) {
    return RdmaOptions.wantRdma(options);
  }

  @Override
  public List<Check> checks(Options options) {
    return RdmaCheck.checks(options);
  }

  @Override
  public List<String> complaints(Options options) {
    return RdmaCheck.complaints(options);
  }

  /** A listener of JFS takes a moment to begin, and a peer may ask for it. */
  @Override
  public boolean registersAtOnce() {
    return true;
  }

  @Override
  public Registration register(PairingEnd end) {
    return ReactorThread.register(end);
  }
}
