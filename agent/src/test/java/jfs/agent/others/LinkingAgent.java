package jfs.agent.others;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;

/**
 * A thread of this agent has the JVM link {@code NioSocketImpl}, which was loaded before, so many
 * microseconds after JFS begins to define its own class: the argument.
 */
public final class LinkingAgent {

  private static final String LINKED = "sun.nio.ch.NioSocketImpl";
  private static final String DEFINED = "java/net/JfsPlatformSocketImpl";

  private static volatile boolean now;

  private LinkingAgent() {}

  /** Called by the JVM. */
  public static void premain(String micros, Instrumentation instrumentation) throws Exception {
    long nanos = Long.parseLong(micros) * 1000;
    Class.forName(LINKED, false, null);
    Thread thread = new Thread(() -> link(nanos));
    thread.setDaemon(true); // no thread waits for it if JFS does not come
    thread.start();
    instrumentation.addTransformer(
        new ClassFileTransformer() {
          @Override
          public byte[] transform(
              ClassLoader loader,
              String name,
              Class<?> redefined,
              ProtectionDomain domain,
              byte[] original) {
            now |= DEFINED.equals(name);
            return null;
          }
        });
  }

  private static void link(long nanos) {
    while (!now) {
      Thread.onSpinWait();
    }
    long start = System.nanoTime();
    while (System.nanoTime() - start < nanos) {
      Thread.onSpinWait();
    }
    try {
      Class.forName(LINKED, true, null);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
