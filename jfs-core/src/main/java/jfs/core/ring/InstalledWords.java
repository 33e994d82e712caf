package jfs.core.ring;

import java.util.ServiceConfigurationError;
import jfs.core.config.Log;
import jfs.core.runtime.Services;

/** The words of this process, found when its first ring needs them. */
final class InstalledWords {

  private InstalledWords() {}

  static Words find() {
    try {
      for (Words words : Services.of(Words.class)) {
        if (words.isAvailable()) {
          return words;
        }
      }
    } catch (ServiceConfigurationError | LinkageError e) {
      // Where the agent is not, its words are not. Those of the JDK are everywhere.
      Log.debug("memory by the JDK's views: " + Log.describe(e));
    }
    return new WordViews();
  }
}
