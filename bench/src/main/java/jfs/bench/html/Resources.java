package jfs.bench.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The page's parts that are files on the class path. */
final class Resources {

  /** The version must be that in the POM. */
  private static final String ECHARTS = "/META-INF/resources/webjars/echarts/5.5.0/echarts.min.js";

  private Resources() {}

  static String own(String name) {
    return read("/jfs/bench/html/" + name);
  }

  static String echarts() {
    return read(ECHARTS);
  }

  private static String read(String path) {
    try (InputStream in = Resources.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException("not on the class path: " + path);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
