package jfs.core.stats;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** What another JVM says of its connections; read part by part. For one thread. */
public interface JvmStatus extends Closeable {

  /** The version of JFS in that JVM. */
  String version();

  /** How many connections it has. */
  int count();

  /** What there is to say of its object streams, as {@link StreamsState} does; null for nothing. */
  String streams();

  /** The figures of all its connections so far, as {@link ConnectionsBean#all} names them. */
  Map<String, Long> totals();

  /**
   * Takes the rest of the answer; once. None if it was asked for figures alone.
   *
   * @throws java.net.SocketTimeoutException if the JVM does not go on with it
   */
  List<ConnectionReport> connections() throws IOException;
}
