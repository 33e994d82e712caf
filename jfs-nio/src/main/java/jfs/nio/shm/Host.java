package jfs.nio.shm;

import java.io.IOException;
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

  /** This process'. */
  static Host current() throws IOException {
    return new Host(
        Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip(),
        Files.readSymbolicLink(Path.of("/proc/self/ns/net")).toString());
  }
}
