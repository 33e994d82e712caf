package jfs.agent.install;

import java.io.File;
import java.util.List;
import java.util.Map;
import jfs.core.config.Log;
import jfs.core.config.Option;
import jfs.core.config.Options;
import jfs.core.stats.SummaryAtExit;
import jfs.rdma.RdmaCheck;

/**
 * Says at the start, a line each, which of the things that were asked for the program will go
 * without. Looks only at what was set, so that others pay nothing for it.
 */
public final class StartWarnings {

  private StartWarnings() {}

  /** Of the options in force. */
  static void tell(Options options) {
    try {
      String summary = summaryTrouble(options);
      if (summary != null) {
        Log.warn(summary);
        SummaryAtExit.foretell();
      }
      if (isChannelInVain(options)) {
        Log.warn("carrier=channel keeps all connections on TCP, whatever shm and rdma say");
      } else if (RdmaCheck.isWanted(options)) {
        for (String complaint : RdmaCheck.complaints(options)) {
          Log.warn(complaint);
        }
      }
    } catch (RuntimeException | LinkageError e) {
      // A security manager that knows nothing of JFS, for one: nothing hangs on a warning.
      Log.debug("options not looked at: " + Log.describe(e));
    }
  }

  /** Why the summary cannot be written; null if it can, or nobody wants one. */
  public static String summaryTrouble(Options options) {
    String destination = options.get(Option.SUMMARY);
    if (destination.isEmpty() || destination.equals("stderr")) {
      return null;
    }
    File file = new File(destination).getAbsoluteFile();
    File folder = file.getParentFile();
    String why = null;
    if (file.isDirectory()) {
      why = "it is a folder";
    } else if (file.exists()) {
      why = file.canWrite() ? null : "it cannot be written";
    } else if (folder == null || !folder.isDirectory()) {
      why = "there is no folder " + folder;
    } else if (!folder.canWrite()) {
      why = "its folder cannot be written";
    }
    return why == null ? null : "no summary in " + destination + ": " + why;
  }

  /** Whether a transport was asked for by a program that can have none. */
  public static boolean isChannelInVain(Options options) {
    return options.get(Option.CARRIER).equals("channel")
        && ((options.isSet(Option.SHM) && !options.get(Option.SHM).equals("off"))
            || RdmaCheck.isWanted(options));
  }

  /** Of the options of an agent that came when JFS was installed already. */
  static void tellLate(String arguments) {
    Options late = Options.of(arguments, Map.of(), Map.of());
    List<String> ignored = Options.ofProcess().differences(late);
    if (ignored.isEmpty()) {
      Log.info("already installed");
    } else {
      Log.warn("already installed, with other options; ignored: " + String.join(", ", ignored));
    }
  }
}
