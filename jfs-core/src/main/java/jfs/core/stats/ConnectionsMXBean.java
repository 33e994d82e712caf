package jfs.core.stats;

import java.util.Map;

/**
 * All connections of a JVM so far, for JMX: {@code jfs:type=Connections}. Figures of one moment
 * each; bytes are what the program wrote and read.
 */
public interface ConnectionsMXBean {

  /** The version of JFS. */
  String getVersion();

  /** How many connections this JVM has opened. */
  long getOpened();

  /** How many it has accepted. */
  long getAccepted();

  /** How many there are now. */
  int getLive();

  /** How many ended on each transport, or are on it now. */
  Map<String, Long> getConnections();

  /** The bytes that were sent, by the transport that the connection ended on. */
  Map<String, Long> getSent();

  /** The bytes that were received. */
  Map<String, Long> getReceived();

  /** Why connections were on TCP: how many by each reason's code. */
  Map<String, Long> getReasons();

  /** What went wrong with transports, by transport and cause: {@code shm.corrupt}. */
  Map<String, Long> getFailures();

  /**
   * How threads have waited for shared memory and RDMA: {@code spins-paid} and {@code
   * spins-in-vain}, {@code sleeps}, and {@code wake-ups} of threads of other JVMs, which RDMA's
   * devices wake. The first is counted in steps of 64 for each direction of a connection.
   */
  Map<String, Long> getWaits();

  /** What became of object streams, as in the summary; empty if they were not asked for. */
  String getStreams();
}
