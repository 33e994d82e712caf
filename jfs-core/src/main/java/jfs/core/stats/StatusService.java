package jfs.core.stats;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jfs.core.config.Option;
import jfs.core.runtime.Services;

/**
 * Asks other JVMs of this host about their connections. They are found by names in folders, one for
 * each user. Found by {@link Services}. Any thread may call.
 */
public interface StatusService {

  /** The option that names the folder in which each user's folder is. */
  Option parentOption();

  /**
   * The folder of this user for a value of {@link #parentOption}, which may be empty.
   *
   * @throws IOException if it is not known which user that is
   */
  Path folder(String parent) throws IOException;

  /**
   * The names of the JVMs that are in a user's folder, or were; they begin with the process id and
   * a hyphen. None if there is no folder.
   *
   * @throws IOException also if the folder belongs to another user, or is open to others
   */
  List<String> present(Path folder, int user) throws IOException;

  /**
   * Asks a JVM.
   *
   * @param name one of those that are {@link #present}
   * @param each whether to have it tell of each connection, for which JFS gets a part in all
   * @return null if the JVM is gone
   * @throws java.net.SocketTimeoutException if it does not answer
   */
  JvmStatus ask(Path folder, String name, int user, boolean each) throws IOException;

  /** Why JVMs cannot be found in a folder, in words; empty if they can. */
  String trouble(Path folder);

  /**
   * The service of this JVM.
   *
   * @throws IllegalStateException if there is none
   */
  static StatusService installed() {
    List<StatusService> found = Services.of(StatusService.class);
    if (found.isEmpty()) {
      throw new IllegalStateException("no transport of this jar can be asked for connections");
    }
    return found.get(0);
  }
}
