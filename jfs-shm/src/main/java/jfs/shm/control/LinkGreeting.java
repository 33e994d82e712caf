package jfs.shm.control;

import java.io.IOException;

/**
 * What a JVM says about itself when a link begins.
 *
 * @param version of the protocol
 * @param oldest the oldest version that the JVM understands
 * @param futex whether its threads can be woken by futex
 * @param descriptors whether descriptors may be sent to it
 * @param eventFds whether eventfds of selectors are among these
 * @param crossing whether it pairs with JVMs in other network namespaces; see {@link
 *     NamespaceProofs}
 * @param name in the rendezvous directory
 * @param processors that it may run on
 */
record LinkGreeting(
    int version,
    int oldest,
    boolean futex,
    boolean descriptors,
    boolean eventFds,
    boolean crossing,
    String name,
    HostIdentity host,
    Processors processors) {

  /** This side's version of the protocol, and the oldest that it understands. */
  private static final int VERSION = 1;

  private static final int OLDEST = 1;

  private static final int FLAG_FUTEX = 1;
  private static final int FLAG_DESCRIPTORS = 2;
  private static final int FLAG_CROSSING = 4;
  private static final int FLAG_EVENTFDS = 8;

  /** Makes this side's greeting. */
  LinkGreeting(
      boolean futex,
      boolean descriptors,
      boolean crossing,
      String name,
      HostIdentity host,
      Processors processors) {
    this(VERSION, OLDEST, futex, descriptors, descriptors, crossing, name, host, processors);
  }

  /** Reads the peer's greeting. */
  static LinkGreeting of(FrameFields fields) throws IOException {
    int version = fields.u16();
    int oldest = fields.u16();
    int flags = fields.u16();
    String name = fields.text();
    if (!RendezvousName.isJvm(name)) {
      throw new IOException("bad name '" + name + "'");
    }
    return new LinkGreeting(
        version,
        oldest,
        (flags & FLAG_FUTEX) != 0,
        (flags & FLAG_DESCRIPTORS) != 0,
        (flags & FLAG_EVENTFDS) != 0,
        (flags & FLAG_CROSSING) != 0,
        name,
        new HostIdentity(fields.text(), fields.text()),
        new Processors(fields.text()));
  }

  Frame frame() {
    return Frame.of(FrameType.HELLO)
        .u16(version)
        .u16(oldest)
        .u16(flags())
        .text(name)
        .text(host.boot())
        .text(host.network())
        .text(processors.list());
  }

  private int flags() {
    return (futex ? FLAG_FUTEX : 0)
        | (descriptors ? FLAG_DESCRIPTORS : 0)
        | (crossing ? FLAG_CROSSING : 0)
        | (eventFds ? FLAG_EVENTFDS : 0);
  }

  /**
   * Whether the JVM that sent this may hold the other end of a connection of a JVM that sends that.
   */
  boolean fits(LinkGreeting other) {
    return oldest <= other.version
        && version >= other.oldest
        && (host.equals(other.host) || crosses(other));
  }

  /** Whether the two are in different network namespaces of one kernel, and may pair. */
  boolean crosses(LinkGreeting other) {
    return !host.network().equals(other.host.network())
        && host.boot().equals(other.host.boot())
        && crossing
        && other.crossing;
  }
}
