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
import java.util.function.Supplier;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import jfs.core.config.Log;

/**
 * Finds the implementations of JFS's own interfaces: by {@link ServiceLoader} where JFS is several
 * jars on a class path, and by the agent's jar alone where there is one. The class path is the
 * program's then: to look through it opens each of its jars, and may find what is not JFS's.
 *
 * <p>Any thread may call.
 */
public final class Services {

  private static final String FOLDER = "META-INF/services/";

  /** The jar that all of JFS is in, or null. Written once, before anything is looked for. */
  private static volatile String jar;

  private Services() {}

  /** All of JFS is in this jar. To be called before the first look. */
  public static void allIn(String newJar) {
    jar = newJar;
  }

  /**
   * One of each implementation of a public type.
   *
   * @throws ServiceConfigurationError if there is one that can't be made
   */
  public static <T> List<T> of(Class<T> type) {
    // The loader of this class, not the thread's: JFS must not pick up what a web application
    // happens to have in its context loader.
    return of(type, () -> ServiceLoader.load(type, Services.class.getClassLoader()));
  }

  /**
   * The same of a type that only its package knows.
   *
   * @param classPath looks through that: by the JDK's rules its caller is to be of the package
   */
  public static <T> List<T> of(Class<T> type, Supplier<ServiceLoader<T>> classPath) {
    String only = jar;
    if (only != null) {
      try (ZipFile file = new ZipFile(only)) {
        return listedIn(file, type);
      } catch (IOException | SecurityException e) {
        Log.debug(only + " can't be read: " + Log.describe(e));
      }
    }
    List<T> found = new ArrayList<>();
    for (T one : classPath.get()) {
      found.add(one);
    }
    return found;
  }

  /**
   * Reads a file of the jar that all of JFS is in, as fast as a program that starts may expect: the
   * JVM has that jar open, and the way through a resource's URL loads some thirty classes.
   *
   * @return null if JFS is not in one jar, or that cannot be read or has no such entry
   */
  public static byte[] read(String entryName) {
    String only = jar;
    if (only == null) {
      return null;
    }
    try (ZipFile file = new ZipFile(only)) {
      return read(file, entryName);
    } catch (IOException | SecurityException e) {
      Log.debug(only + " can't be read: " + Log.describe(e));
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
