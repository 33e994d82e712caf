package jfs.core.ring;

import java.util.ServiceConfigurationError;
import jfs.core.config.Log;
import jfs.core.runtime.Services;

/** The words of this process, found when its first ring needs them. */
final class InstalledWords {

  private InstalledWords() {}

  static SharedWords find() {
    try {
      for (SharedWords words : Services.of(SharedWords.class)) {
        if (words.isAvailable()) {
          return words;
        }
      }
    } catch (RuntimeException | ServiceConfigurationError | LinkageError | OutOfMemoryError e) {
      // Where the agent is not, its words are not. Those of the JDK are everywhere, and take the
      // least memory: if this failed, no ring could be used ever after.
      Log.debug("memory by the JDK's views", e);
    }
    return new WordViews();
  }
}
