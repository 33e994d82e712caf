package jfs.agent.launch;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import jfs.core.stats.JvmStatus;
import jfs.core.stats.StatusService;

/**
 * Where a JVM can be asked about its connections.
 *
 * @param pid of the JVM, as this process knows it; {@link StatusEndpoints#UNKNOWN} if it does not
 * @param user that owns the folder
 */
record StatusEndpoint(long pid, Path folder, String name, int user) {

  /** Asks the JVM about each connection, or for figures alone; null if it is gone. */
  JvmStatus ask(StatusService service, boolean each) throws IOException {
    try {
      return service.ask(folder, name, user, each);
    } catch (SocketTimeoutException e) {
      throw e;
    } catch (IOException e) {
      // If it has just ended, nothing listens there any more.
      return Files.notExists(folder) ? null : service.ask(folder, name, user, each);
    }
  }

  /** The process id in a JVM's name; {@link StatusEndpoints#UNKNOWN} if this is no JVM's name. */
  static long ownPid(String name) {
    int hyphen = name.indexOf('-');
    return hyphen > 0 && name.substring(0, hyphen).matches("\\d{1,10}")
        ? Long.parseLong(name, 0, hyphen, 10)
        : StatusEndpoints.UNKNOWN;
  }
}
