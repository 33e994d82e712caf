package jfs.agent.others;

import java.io.File;
import java.lang.instrument.Instrumentation;
import java.net.URL;
import java.net.URLClassLoader;

/** Starts another agent in a class loader of its own: {@code JAR,CLASS,ARGUMENTS}. */
public final class LoadingAgent {

  private LoadingAgent() {}

  /** Called by the JVM. */
  @SuppressWarnings("BanClassLoader") // what it is for
  public static void premain(String arguments, Instrumentation instrumentation) throws Exception {
    String[] parts = arguments.split(",", 3);
    URL[] jar = {new File(parts[0]).toURI().toURL()};
    new URLClassLoader(jar, null)
        .loadClass(parts[1])
        .getMethod("premain", String.class, Instrumentation.class)
        .invoke(null, parts[2], instrumentation);
  }
}
