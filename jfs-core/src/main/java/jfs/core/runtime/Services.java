package jfs.core.runtime;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Finds the implementations of JFS's own interfaces. Where JFS is several jars on a class path, it
 * uses {@link ServiceLoader}. Under the agent it reads only the agent's jar, because the class path
 * is then the program's: a search opens each jar there, and may find what is not JFS's.
 *
 * <p>Any thread may call.
 */
public final class Services {

  private static final String FOLDER = "META-INF/services/";

  /**
   * The jar that all of JFS is in, or null. Written once, before the first search. It stays open,
   * as it does for the class loader: both then have the same version of JFS, also after a user has
   * put another one in its place.
   */
  private static volatile ZipFile jar;

  private Services() {}

  /** Says that all of JFS is in this jar. Call it before the first search. */
  public static void allIn(ZipFile newJar) {
    jar = newJar;
  }

  /**
   * Makes one instance of each implementation of a public type.
   *
   * @throws ServiceConfigurationError if one of them can't be made
   */
  public static <T> List<T> of(Class<T> type) {
    ZipFile only = jar;
    if (only != null) {
      try {
        return listedIn(only, type);
      } catch (IOException | SecurityException e) {
        // It has been overwritten, say: then what the class loader has of it must do.
      }
    }
    List<T> found = new ArrayList<>();
    // The loader of this class, not the thread's: JFS must not pick up what a web application
    // happens to have in its context loader.
    for (T one : ServiceLoader.load(type, Services.class.getClassLoader())) {
      found.add(one);
    }
    return found;
  }

  /**
   * Reads an entry of the jar that all of JFS is in. This is fast enough for a program's start: the
   * JVM has that jar open, whereas a resource's URL loads some thirty classes.
   *
   * @return null if JFS is not in one jar, or if the jar can't be read or lacks the entry
   */
  public static byte[] read(String entryName) {
    ZipFile only = jar;
    if (only == null) {
      return null;
    }
    try {
      return read(only, entryName);
    } catch (IOException | SecurityException e) {
      return null;
    }
  }

  static byte[] read(ZipFile file, String entryName) throws IOException {
    ZipEntry entry = file.getEntry(entryName);
    if (entry == null) {
      return null;
    }
    try (InputStream in = file.getInputStream(entry)) {
      return in.readAllBytes();
    }
  }

  static <T> List<T> listedIn(ZipFile file, Class<T> type) throws IOException {
    List<T> found = new ArrayList<>();
    ZipEntry list = file.getEntry(FOLDER + type.getName());
    if (list == null) {
      return found;
    }
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(file.getInputStream(list), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.isBlank()) {
          found.add(make(line.strip(), type));
        }
      }
    }
    return found;
  }

  private static <T> T make(String name, Class<T> type) {
    try {
      return Class.forName(name, true, Services.class.getClassLoader())
          .asSubclass(type)
          .getConstructor()
          .newInstance();
    } catch (ReflectiveOperationException | ClassCastException e) {
      throw new ServiceConfigurationError(type.getName() + ": " + name, e);
    }
  }
}
