package jfs.agent.others;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;

/** Transforms every class without a change. */
public final class NoopAgent implements ClassFileTransformer {

  /** Called by the JVM. */
  public static void premain(String arguments, Instrumentation instrumentation) {
    instrumentation.addTransformer(new NoopAgent(), true);
  }

  /** Returns the class as it came, but as a change. */
  @Override
  public byte[] transform(
      ClassLoader loader,
      String className,
      Class<?> classBeingRedefined,
      ProtectionDomain domain,
      byte[] classFile) {
    return classFile.clone();
  }
}
