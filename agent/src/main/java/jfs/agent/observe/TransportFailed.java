package jfs.agent.observe;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** The transport of a connection has failed it. */
@Name("jfs.TransportFailed")
@Label("Transport Failed")
@Description("The transport of a connection has failed: the program sees a reset, or TCP goes on")
final class TransportFailed extends ConnectionEvent {

  @Label("Transport")
  String transport;

  @Label("Cause")
  String cause;
}
