package jfs.shm.control;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Tells whether two JVMs may hold the two ends of one connection: a four-tuple is unique within one
 * network namespace of one running kernel only.
 *
 * @param boot the kernel's boot, random(4)
 * @param network the network namespace, namespaces(7)
 */
record HostIdentity(String boot, String network) {

  private static String bootId() throws IOException {
    // Read through a stream: a channel may need direct memory, which the program may have used up.
    try (InputStream file = new FileInputStream("/proc/sys/kernel/random/boot_id")) {
      return new String(file.readAllBytes(), StandardCharsets.US_ASCII).strip();
    }
  }

  /** The host of this process. */
  static HostIdentity current() throws IOException {
    return new HostIdentity(
        bootId(), Files.readSymbolicLink(Path.of("/proc/self/ns/net")).toString());
  }

  // Written by hand, since a first connection compares hosts: see jfs.core's Histories.
  @Override
  public boolean equals(Object other) {
    return other instanceof HostIdentity that
        && boot.equals(that.boot)
        && network.equals(that.network);
  }

  @Override
  public int hashCode() {
    return boot.hashCode() ^ network.hashCode();
  }
}
