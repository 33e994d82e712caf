package jfs.rdma;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import jfs.core.config.Log;
import jfs.core.config.Option;
import jfs.core.config.Options;
import jfs.natives.VerbsLibrary;

/** What RDMA devices a host has, and why RDMA that was asked for is not possible, in words. */
public final class RdmaCheck {

  private RdmaCheck() {}

  /** A line for each device; none if there is none. */
  public static List<String> devices() throws IOException {
    List<String> devices = new ArrayList<>();
    for (String line : VerbsLibrary.devices(NativeVerbs.openLibrary()).split("\n", -1)) {
      if (!line.isEmpty()) {
        devices.add(words(line.split(" ", -1)));
      }
    }
    return devices;
  }

  private static String words(String[] words) {
    return words[0]
        + (words[1].equals("-") ? "" : ", " + words[1])
        + (", " + (words[2].equals("active") ? "active" : "no port of it is active"))
        + (words[3].equals("immediates") ? "" : ", without immediate data");
  }

  /** Why there can be no RDMA on this host, beginning with the reason's code; null if there can. */
  public static String absence() {
    try {
      return devices().isEmpty() ? RdmaReasons.NO_DEVICE + " (this host has none)" : null;
    } catch (NoVerbsException e) {
      return e.reason() + " (" + e.getMessage() + ")";
    } catch (IOException e) {
      return Log.describe(e);
    }
  }

  /** What is wrong with the key's file, so that there is no RDMA; null if nothing is. */
  public static String keyTrouble(Options options) {
    String file = options.get(Option.RDMA_KEY);
    if (file.isEmpty()) {
      return null;
    }
    try {
      ClusterKey.of(Path.of(file));
      return null;
    } catch (IOException | RuntimeException e) {
      return "rdma_key=" + file + " is no key: " + Log.describe(e);
    }
  }

  /** Why the key is not secret, although it is used; null if it is. */
  public static String keyRisk(Options options) {
    String file = options.get(Option.RDMA_KEY);
    if (file.isEmpty()) {
      return null;
    }
    try {
      Set<PosixFilePermission> allowed = Files.getPosixFilePermissions(Path.of(file));
      for (PosixFilePermission permission : allowed) {
        if (!permission.name().startsWith("OWNER_")) {
          return "rdma_key=" + file + " is open to other users, who may pass for you: chmod 600";
        }
      }
    } catch (IOException | RuntimeException e) {
      // There is no such file, or its permissions are not known.
    }
    return null;
  }

  /** What the user is to know if the options ask for RDMA, a line each; none if they do not. */
  static List<String> complaints(Options options) {
    List<String> complaints = new ArrayList<>();
    if (options.wantRdma()) {
      String key = keyTrouble(options);
      String absence = key == null ? absence() : null;
      if (key != null) {
        complaints.add("no RDMA: " + key);
      } else if (keyRisk(options) != null) {
        complaints.add(keyRisk(options));
      }
      if (absence != null) {
        complaints.add("no RDMA, though it is asked for: " + absence);
      }
    }
    return complaints;
  }
}
