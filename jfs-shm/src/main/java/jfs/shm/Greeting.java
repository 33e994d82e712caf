package jfs.shm;

import java.io.IOException;

/**
 * What a JVM says of itself when a link begins.
 *
 * @param version of the protocol, and the oldest that is understood
 * @param futex whether its threads can be woken by futex
 * @param descriptors whether it may be sent descriptors
 * @param name in the meeting place
 * @param processors that it may run on
 */
record Greeting(
    int version,
    int oldest,
    boolean futex,
    boolean descriptors,
    String name,
    Host host,
    Processors processors) {

  /** This side's version of the protocol, and the oldest that is understood. */
  private static final int VERSION = 1;

  private static final int OLDEST = 1;

  private static final int FLAG_FUTEX = 1;
  private static final int FLAG_DESCRIPTORS = 2;

  /** This side's. */
  Greeting(boolean futex, boolean descriptors, String name, Host host, Processors processors) {
    this(VERSION, OLDEST, futex, descriptors, name, host, processors);
  }

  /** The peer's. */
  static Greeting of(Fields fields) throws IOException {
    int version = fields.u16();
    int oldest = fields.u16();
    int flags = fields.u16();
    String name = fields.text();
    if (!MeetingName.isJvm(name)) {
      throw new IOException("bad name '" + name + "'");
    }
    return new Greeting(
        version,
        oldest,
        (flags & FLAG_FUTEX) != 0,
        (flags & FLAG_DESCRIPTORS) != 0,
        name,
        new Host(fields.text(), fields.text()),
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

  /** Whether a JVM that says this may hold the other end of a connection of one on a host. */
  boolean fits(Host other) {
    return oldest <= VERSION && version >= OLDEST && host.equals(other);
  }
}
