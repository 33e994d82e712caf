package jfs.core;

import java.io.File;
import jfs.core.config.Log;
import jfs.core.config.Option;
import jfs.core.config.Options;
import jfs.core.rules.Rules;
import jfs.core.stats.SummaryAtExit;
import jfs.core.transport.Transports;

/**
 * Logs at the start, one line each, which of the requested things the program will not get. Looks
 * only at options that are set, so that other programs pay nothing for it.
 */
public final class StartWarnings {

  private static final String CHANNEL = "channel";

  private StartWarnings() {}

  /**
   * Logs the warnings about the options in force.
   *
   * @param carrier the name of the carrier in use
   */
  public static void tell(Options options, String carrier) {
    try {
      if (options.isSet(Option.RULES)) {
        Rules.ofProcess(); // says which lines are none; looks up names only for a connection
      }
      String summary = summaryTrouble(options);
      if (summary != null) {
        Log.warn(summary);
        SummaryAtExit.foretell();
      }
      if (isChannelInVain(options, carrier)) {
        String cause =
            options.get(Option.CARRIER).equals(CHANNEL)
                ? "carrier=channel keeps"
                : "without --add-opens for java.net and sun.nio.ch, channels keep";
        Log.warn(cause + " all connections on TCP, whatever options of transports say");
      } else if (options.areOfTransports()) {
        for (String complaint : Transports.installed().complaints(options)) {
          Log.warn(complaint);
        }
      }
    } catch (RuntimeException | LinkageError e) {
      // For example, a security manager does not allow it. Nothing depends on a warning.
      Log.debug("options not looked at", e);
    }
  }

  /** Why JFS cannot write the summary; null if it can, or if the options ask for none. */
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
      why = isReadable(file) ? "there is no folder " + folder : "not in this locale, see LC_ALL";
    } else if (!folder.canWrite()) {
      why = "its folder cannot be written";
    }
    return why == null ? null : "no summary in " + destination + ": " + why;
  }

  /** Whether the locale has all characters of its name; a file has question marks for others. */
  private static boolean isReadable(File file) {
    try {
      file.toPath();
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }

  /** Whether the options ask for a transport that this carrier makes impossible. */
  public static boolean isChannelInVain(Options options, String carrier) {
    return carrier.equals(CHANNEL)
        && options.areOfTransports()
        && !Transports.installed().kindsAskedFor(options).isEmpty();
  }
}
