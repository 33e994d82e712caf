package jfs.core.switchover;

import java.io.IOException;
import jfs.core.carrier.TcpConnection;

/** The TCP connection of a socket that may switch. */
final class SocketAnchor extends CarrierAnchor {

  private final Handover handover;

  SocketAnchor(TcpConnection carrier, Handover handover) throws IOException {
    super(carrier);
    this.handover = handover;
  }

  @Override
  void transportComes() {
    handover.leavesToJfs = true;
  }

  /** One reads at a time: here, or on TCP without JFS. */
  @Override
  public long readsAt() {
    long here = super.readsAt();
    return here == NOT_READING ? handover.readsAt : here;
  }
}
