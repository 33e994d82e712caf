package jfs.agent.launch;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import jfs.shm.Inquiry;

/**
 * Where a JVM can be asked about its connections.
 *
 * @param pid of the JVM, as this process knows it; {@link Endpoints#UNKNOWN} if it does not
 * @param user who owns the folder
 */
record Endpoint(long pid, Path folder, String name, int user) {

  /** Asks it; null if the JVM is no more. */
  Inquiry ask() throws IOException {
    try {
      return Inquiry.of(folder, name, user);
    } catch (SocketTimeoutException e) {
      throw e;
    } catch (IOException e) {
      // If it has ended this moment, nobody listens any more.
      return Files.notExists(folder) ? null : Inquiry.of(folder, name, user);
    }
  }

  /** The id that the JVM has given itself; {@link Endpoints#UNKNOWN} if that is no JVM's name. */
  static long ownPid(String name) {
    int hyphen = name.indexOf('-');
    return hyphen > 0 && name.substring(0, hyphen).matches("\\d{1,10}")
        ? Long.parseLong(name, 0, hyphen, 10)
        : Endpoints.UNKNOWN;
  }
}
