package jfs.natives;

import java.util.Locale;

/**
 * An operating system and an architecture, by the names under which the libraries are kept.
 *
 * @param os for example {@code linux}
 * @param arch for example {@code x86_64}
 */
record Platform(String os, String arch) {

  /** The platform of this JVM. */
  static Platform current() {
    return of(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
  }

  /** From the JDK's names ({@code os.name}, {@code os.arch}), which differ from the usual ones. */
  static Platform of(String osName, String osArch) {
    return new Platform(plain(osName), arch(plain(osArch)));
  }

  /** Where in the jar the library for this platform is. */
  String resource() {
    return "/jfs/natives/" + this + "/libjfs.so";
  }

  @Override
  public String toString() {
    return os + "-" + arch;
  }

  private static String arch(String name) {
    return switch (name) {
      case "amd64" -> "x86_64";
      case "arm64" -> "aarch64";
      default -> name;
    };
  }

  /** Drops characters that could have a meaning in a path. */
  private static String plain(String name) {
    StringBuilder plain = new StringBuilder(name.length());
    for (char c : name.toLowerCase(Locale.ROOT).toCharArray()) {
      if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_') {
        plain.append(c);
      }
    }
    return plain.toString();
  }
}
