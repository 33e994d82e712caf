package jfs.agent.channel;

import java.net.JfsAccount;
import jfs.core.carrier.OwnTraffic;

/** What one of the JDK's channels has done without JFS. */
record ChannelTraffic(JfsAccount account) implements OwnTraffic {

  @Override
  public long received() {
    return account.received();
  }

  @Override
  public long sent() {
    return account.sent();
  }

  @Override
  public boolean isUncertain() {
    return account.isUncertain();
  }

  @Override
  public long savedMicros() {
    return account.savedMicros();
  }

  @Override
  public void due(long micros) {
    account.due(micros);
  }
}
