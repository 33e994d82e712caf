package jfs.agent.observe;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;

/**
 * A connection has ended that never left TCP. Off by default: there may be so many that a recording
 * has room for nothing else.
 */
@Enabled(false)
@Name("jfs.ConnectionStayed")
@Label("Connection Stayed on TCP")
@Description("A connection has ended that never left TCP")
final class ConnectionStayed extends ConnectionEvent {

  @Label("Reason")
  String reason;

  @Label("Sent")
  @DataAmount
  long sent;

  @Label("Received")
  @DataAmount
  long received;
}
