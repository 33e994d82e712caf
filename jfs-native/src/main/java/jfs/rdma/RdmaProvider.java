package jfs.rdma;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import jfs.core.config.Option;
import jfs.core.config.Options;
import jfs.core.transport.FourTuple;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Reason;
import jfs.core.transport.Registration;
import jfs.core.transport.TransportKind;
import jfs.core.transport.TransportProvider;

/** The transport over RDMA verbs between hosts. */
public final class RdmaProvider implements TransportProvider {

  private static final Optional<Reason> SAME_HOST = Optional.of(Reason.SAME_HOST);
  private static final Optional<Reason> RDMA_OFF = Optional.of(Reason.RDMA_OFF);

  private final boolean on;
  private final boolean always;

  /** With the options of this process. */
  public RdmaProvider() {
    this(Options.ofProcess());
  }

  RdmaProvider(Options options) {
    on = isOn(options);
    always = options.get(Option.RDMA).equals("always");
  }

  /** Whether RDMA is asked for. */
  static boolean isOn(Options options) {
    return options.wantRdma();
  }

  @Override
  public TransportKind kind() {
    return TransportKind.RDMA;
  }

  @Override
  public Optional<Reason> refusal(FourTuple connection) {
    if (!connection.isKnown() || (!always && isOneAddress(connection))) {
      return SAME_HOST;
    }
    if (!on) {
      return RDMA_OFF;
    }
    return ReactorThread.refusal(connection.localAddress());
  }

  private static boolean isOneAddress(FourTuple connection) {
    InetAddress local = connection.localAddress();
    InetAddress remote = connection.remoteAddress();
    return local.isLoopbackAddress() || remote.isLoopbackAddress() || local.equals(remote);
  }

  @Override
  public List<String> complaints(Options options) {
    return RdmaCheck.complaints(options);
  }

  @Override
  public Registration register(PairingEnd end) {
    return ReactorThread.register(end);
  }
}
