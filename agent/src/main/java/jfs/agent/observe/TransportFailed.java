package jfs.agent.observe;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** Something has gone wrong with the transport of a connection. */
@Name("jfs.TransportFailed")
@Label("Transport Failed")
@Description("Something has gone wrong with a connection's transport that would not have with TCP")
final class TransportFailed extends ConnectionEvent {

  @Label("Transport")
  String transport;

  @Label("Cause")
  String cause;
}
