package jfs.agent.install;

import java.io.InputStream;
import java.io.OutputStream;
import java.lang.instrument.Instrumentation;

/** Changes the JDK of this JVM so that its object streams call JFS. */
final class StreamHook {

  private static final String OUTPUT_STREAM = "java.io.ObjectOutputStream";
  private static final String INPUT_STREAM = "java.io.ObjectInputStream";

  private StreamHook() {}

  /**
   * Has the JDK's object streams call JFS, as soon as the JVM loads them. If it has loaded one
   * already, nothing is done.
   *
   * @return whether it was done
   */
  static boolean install(Instrumentation instrumentation, JdkAccess access) {
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      // Most have no name yet, and the JVM would make one.
      Class<?> above = loaded.getSuperclass();
      if ((above == OutputStream.class && loaded.getName().equals(OUTPUT_STREAM))
          || (above == InputStream.class && loaded.getName().equals(INPUT_STREAM))) {
        return false;
      }
    }
    instrumentation.addTransformer(new StreamTransformer(access.lookup(), access.opener()), true);
    return true;
  }
}
