package jfs.nio;

import jfs.core.carrier.CarrierProvider;
import jfs.core.carrier.Role;
import jfs.core.carrier.TcpCarrier;

/** Makes carriers of NIO channels: no flag, no agent and no native code needed. */
public final class ChannelCarrierProvider implements CarrierProvider {

  @Override
  public String name() {
    return "channel";
  }

  @Override
  public int preference() {
    return 10;
  }

  @Override
  public boolean isAvailable() {
    return true;
  }

  @Override
  public TcpCarrier newCarrier(Role role) {
    return role == Role.LISTENER ? new ListenerCarrier() : new ClientCarrier();
  }
}
