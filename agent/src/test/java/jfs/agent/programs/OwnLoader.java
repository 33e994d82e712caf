package jfs.agent.programs;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;

/** A system class loader of the application's, to which agents can be added, as the JDK asks. */
public final class OwnLoader extends URLClassLoader {

  /** Called by the JVM. */
  public OwnLoader(ClassLoader parent) throws IOException {
    super(new URL[] {classPath()}, parent);
  }

  @SuppressWarnings("deprecation") // of the constructors, on newer JDKs
  private static URL classPath() throws IOException {
    return new File(System.getProperty("java.class.path")).toURI().toURL();
  }

  /** Called by the JVM for each agent. */
  void appendToClassPathForInstrumentation(String jar) throws IOException {
    addURL(new File(jar).toURI().toURL());
  }
}
