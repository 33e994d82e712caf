package jfs.agent.observe;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/** The figures of all connections by one transport. */
@Name("jfs.ConnectionTotals")
@Label("Connection Totals")
@Description("All connections so far by the transport that they ended on, or are on")
@Category({"Java Application", "JFS"})
@Period("everyChunk")
@StackTrace(false)
final class ConnectionTotals extends Event {

  @Label("Transport")
  String transport;

  @Label("Connections")
  long connections;

  @Label("Sent")
  @DataAmount
  long sent;

  @Label("Received")
  @DataAmount
  long received;
}
