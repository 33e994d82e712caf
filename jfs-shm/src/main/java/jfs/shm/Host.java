package jfs.shm;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What tells whether two JVMs may hold the two ends of one connection: a four-tuple is unique in a
 * network namespace of a running kernel, and nowhere else.
 *
 * @param boot the kernel's boot, random(4)
 * @param network the network namespace, namespaces(7)
 */
record Host(String boot, String network) {

  private static String bootId() throws IOException {
    // Read by a stream: a channel may need direct memory, which the program may have used up.
    try (InputStream file = new FileInputStream("/proc/sys/kernel/random/boot_id")) {
      return new String(file.readAllBytes(), StandardCharsets.US_ASCII).strip();
    }
  }

  /** This process'. */
  static Host current() throws IOException {
    return new Host(bootId(), Files.readSymbolicLink(Path.of("/proc/self/ns/net")).toString());
  }

  // Written out, for it is compared while a first connection is made: see jfs.core's Histories.
  @Override
  public boolean equals(Object other) {
    return other instanceof Host that && boot.equals(that.boot) && network.equals(that.network);
  }

  @Override
  public int hashCode() {
    return boot.hashCode() ^ network.hashCode();
  }
}
