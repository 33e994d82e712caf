package jfs.rdma;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import jfs.core.config.Log;
import jfs.core.config.Options;
import jfs.core.transport.Check;
import jfs.rdma.cm.ClusterKey;
import jfs.rdma.cm.RdmaReasons;
import jfs.rdma.verbs.NativeVerbs;
import jfs.rdma.verbs.NoVerbsException;

/** What RDMA devices a host has, and why RDMA that was asked for is not possible, in words. */
final class RdmaCheck {

  private static final String RDMA = "RDMA";
  private static final String KEY = "RDMA key";

  private RdmaCheck() {}

  /** What this JVM gets of the RDMA that these options ask for. */
  static List<Check> checks(Options options) {
    List<Check> checks = new ArrayList<>();
    boolean wanted = RdmaOptions.wantRdma(options);
    String absence = absence();
    if (absence == null) {
      addDevices(checks);
    } else {
      checks.add(wanted ? Check.failed(RDMA, absence) : Check.note(RDMA, "none: " + absence));
    }
    if (!wanted) {
      checks.add(Check.note(RDMA, "switched off: rdma=on or an rdma_key switches it on"));
      return checks;
    }
    String trouble = keyTrouble(options);
    String wrong = trouble == null ? keyRisk(options) : trouble;
    if (wrong != null) {
      checks.add(Check.failed(KEY, wrong));
    } else if (options.isSet(RdmaOptions.RDMA_KEY)) {
      checks.add(Check.ok(KEY, options.get(RdmaOptions.RDMA_KEY)));
    }
    return checks;
  }

  private static void addDevices(List<Check> checks) {
    try {
      for (String device : devices()) {
        checks.add(Check.ok(RDMA, device));
      }
    } catch (IOException e) {
      checks.add(Check.note(RDMA, Log.describe(e)));
    }
  }

  /** A line for each device; none if there is none. */
  private static List<String> devices() throws IOException {
    List<String> devices = new ArrayList<>();
    for (String line : NativeVerbs.devices().split("\n", -1)) {
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
  static String absence() {
    try {
      return devices().isEmpty() ? RdmaReasons.NO_DEVICE + " (this host has none)" : null;
    } catch (NoVerbsException e) {
      return RdmaReasons.of(e) + " (" + e.getMessage() + ")";
    } catch (IOException e) {
      return Log.describe(e);
    }
  }

  /** What is wrong with the key's file, so that there is no RDMA; null if nothing is. */
  static String keyTrouble(Options options) {
    String file = options.get(RdmaOptions.RDMA_KEY);
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
  static String keyRisk(Options options) {
    String file = options.get(RdmaOptions.RDMA_KEY);
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
    if (RdmaOptions.wantRdma(options)) {
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
