package jfs.natives;

import java.io.File;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import jfs.core.config.Log;
import jfs.core.config.Option;
import jfs.core.config.Options;

/**
 * Loads JFS's native library, once per class loader, when first asked about it.
 *
 * <p>The option {@link Option#NATIVE} comes first: the absolute path of the library file, and then
 * no other is tried; or {@code off}, for pure-Java mode. Without it, this loads the library in
 * JFS's jar for this platform through a short-lived file (see {@link LibraryDirectory} for where),
 * and if that is not possible, {@code libjfs.so} on {@code java.library.path}.
 *
 * <p>Nothing here throws. A library that should be there and cannot be used gives one line on
 * standard error; all else is silent and in {@link #status()}.
 *
 * <p>JDK 24 and later print a warning when code loads a native library without permission (JEP
 * 472). Without it JFS does not load its own library and runs in pure-Java mode. To permit it,
 * start the program with {@code --enable-native-access=ALL-UNNAMED}, or, if JFS is in the program's
 * own executable jar, put {@code Enable-Native-Access: ALL-UNNAMED} into its manifest.
 */
public final class NativeLibrary {

  private static final String OPTION = Option.NATIVE.key() + "=";

  /** The value of the option for pure-Java mode. */
  private static final String OFF = "off";

  private static final String NAME = "jfs";

  private NativeLibrary() {}

  /** The result of loading. The first call loads the library; any thread may call. */
  public static NativeStatus status() {
    return Loaded.STATUS;
  }

  /** Whether native methods may be called; as {@link #status()}. */
  public static boolean isLoaded() {
    return Loaded.STATUS.isLoaded();
  }

  /** Class initialization sets it once, and all threads wait for that. */
  private static final class Loaded {
    static final NativeStatus STATUS = loadAndTell();
  }

  private static NativeStatus loadAndTell() {
    NativeStatus status = load();
    if (status.state() == NativeStatus.State.FAILED) {
      Log.warn(status.toString());
    } else {
      Log.debug(status.toString());
    }
    return status;
  }

  private static NativeStatus load() {
    try {
      String wish = Options.ofProcess().get(Option.NATIVE);
      if (wish.isBlank()) {
        return loadOwn();
      }
      if (wish.strip().toLowerCase(Locale.ROOT).equals(OFF)) {
        return new NativeStatus(NativeStatus.State.SWITCHED_OFF, "switched off by " + OPTION + OFF);
      }
      return loadWished(wish);
    } catch (SecurityException e) {
      // The security manager may be installed after JFS, with a policy that does not know it; then
      // this is silent.
      return new NativeStatus(
          NativeStatus.State.SWITCHED_OFF, "the security manager forbids it: " + Log.describe(e));
    } catch (RuntimeException | LinkageError e) {
      return failed(Log.describe(e));
    }
  }

  private static NativeStatus loadWished(String path) {
    String option = OPTION + path;
    try {
      // For a file that is no library, the JVM prints a warning of its own before it fails.
      SharedObject.require(new File(path));
      System.load(path);
    } catch (IOException | UnsatisfiedLinkError e) {
      return failed(option + ": " + e.getMessage());
    }
    return loadedIfRight(option);
  }

  /**
   * Whether the JVM would print a warning of several lines to standard error before it loads a
   * library (JEP 472): from JDK 24 on, unless native access was enabled.
   */
  private static boolean wouldWarn() {
    if (Runtime.version().feature() < 24) {
      return false;
    }
    try {
      Object enabled =
          Module.class.getMethod("isNativeAccessEnabled").invoke(NativeLibrary.class.getModule());
      return enabled.equals(false);
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }

  private static NativeStatus loadOwn() {
    if (wouldWarn()) {
      return new NativeStatus(
          NativeStatus.State.SWITCHED_OFF,
          "this JDK wants --enable-native-access=ALL-UNNAMED; without it, it would warn");
    }
    Platform platform = Platform.current();
    try {
      Optional<BundledLibrary> bundled = BundledLibrary.of(platform);
      if (bundled.isEmpty()) {
        return loadInstalled(
            NativeStatus.State.NOT_BUILT, "JFS was built without one for " + platform);
      }
      return loadedIfRight(bundled.get().load(LibraryDirectory.candidates()));
    } catch (IOException e) {
      return loadInstalled(NativeStatus.State.FAILED, e.getMessage());
    }
  }

  private static NativeStatus loadInstalled(NativeStatus.State otherwise, String reason) {
    try {
      System.loadLibrary(NAME);
    } catch (UnsatisfiedLinkError e) {
      return new NativeStatus(otherwise, reason + "; " + e.getMessage());
    }
    return loadedIfRight(System.mapLibraryName(NAME) + " on java.library.path");
  }

  /** A library of another version, or a foreign one, must not be called into. */
  private static NativeStatus loadedIfRight(String origin) {
    try {
      int contract = Natives.contract();
      return contract == Natives.CONTRACT
          ? new NativeStatus(NativeStatus.State.LOADED, origin)
          : failed(
              origin + " is for contract " + contract + ", this JFS needs " + Natives.CONTRACT);
    } catch (UnsatisfiedLinkError e) {
      return failed(origin + " is not JFS's library");
    }
  }

  private static NativeStatus failed(String reason) {
    return new NativeStatus(NativeStatus.State.FAILED, reason);
  }
}
