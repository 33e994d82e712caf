package jfs.agent.observe;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import jfs.core.stats.ConnectionReport;

/** What the events of a connection have in common. Its stack trace would be JFS's. */
@Category({"Java Application", "JFS"})
@StackTrace(false)
abstract class ConnectionEvent extends Event {

  @Label("Local Address")
  String local;

  @Label("Remote Address")
  String remote;

  @Label("Origin")
  String origin;

  @Label("Age")
  @Timespan(Timespan.MILLISECONDS)
  long age;

  void describe(ConnectionReport connection) {
    local = connection.local();
    remote = connection.remote();
    origin = connection.origin();
    age = Math.max(0, System.currentTimeMillis() - connection.since());
  }
}
