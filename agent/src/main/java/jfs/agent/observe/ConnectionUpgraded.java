package jfs.agent.observe;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A first direction of a connection has left TCP. */
@Name("jfs.ConnectionUpgraded")
@Label("Connection Upgraded")
@Description("A connection has left TCP; its age is the time to the upgrade")
final class ConnectionUpgraded extends ConnectionEvent {

  @Label("Transport")
  String transport;
}
