package jfs.shm.control;

import java.io.IOException;

/**
 * What a JVM says about itself when a link begins.
 *
 * @param version of the protocol
 * @param oldest the oldest version that the JVM understands
 * @param futex whether its threads can be woken by futex
 * @param descriptors whether descriptors may be sent to it
 * @param name in the rendezvous directory
 * @param processors that it may run on
 */
record LinkGreeting(
    int version,
    int oldest,
    boolean futex,
    boolean descriptors,
    String name,
    HostIdentity host,
    Processors processors) {

  /** This side's version of the protocol, and the oldest that it understands. */
  private static final int VERSION = 1;

  private static final int OLDEST = 1;

  private static final int FLAG_FUTEX = 1;
  private static final int FLAG_DESCRIPTORS = 2;

  /** Makes this side's greeting. */
  LinkGreeting(
      boolean futex, boolean descriptors, String name, HostIdentity host, Processors processors) {
    this(VERSION, OLDEST, futex, descriptors, name, host, processors);
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
        name,
        new HostIdentity(fields.text(), fields.text()),
        new Processors(fields.text()));
  }

  Frame frame() {
    return Frame.of(FrameType.HELLO)
        .u16(version)
        .u16(oldest)
        .u16((futex ? FLAG_FUTEX : 0) | (descriptors ? FLAG_DESCRIPTORS : 0))
        .text(name)
        .text(host.boot())
        .text(host.network())
        .text(processors.list());
  }

  /**
   * Whether the JVM that sent this may hold the other end of a connection of a JVM on that host.
   */
  boolean fits(HostIdentity other) {
    return oldest <= VERSION && version >= OLDEST && host.equals(other);
  }
}
