package jfs.rdma;

import java.util.List;
import jfs.natives.VerbsLibrary;

/** What a host can do for RDMA, in words. For a JVM that does nothing else. */
public final class RdmaCheck {

  private RdmaCheck() {}

  /** A line for each device, or one that says why there is none. */
  public static List<String> devices() {
    long handle;
    try {
      handle = NativeVerbs.openLibrary();
    } catch (NoVerbsException e) {
      return List.of("none: " + e.reason().code() + " (" + e.getMessage() + ")");
    }
    List<String> devices = VerbsLibrary.devices(handle).lines().map(RdmaCheck::words).toList();
    return devices.isEmpty() ? List.of("none: this host has no RDMA device") : devices;
  }

  private static String words(String line) {
    String[] words = line.split(" ", -1);
    return words[0]
        + (words[1].equals("-") ? "" : ", " + words[1])
        + (", " + (words[2].equals("active") ? "active" : "no port of it is active"))
        + (words[3].equals("immediates") ? "" : ", without immediate data");
  }
}
