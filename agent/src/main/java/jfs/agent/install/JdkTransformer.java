package jfs.agent.install;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;

/** Applies {@link JdkPatches} to the two classes, as the JVM loads or retransforms them. */
final class JdkTransformer implements ClassFileTransformer {

  /** What went wrong last; the JVM swallows what a transformer throws. */
  private RuntimeException failure;

  private boolean applied;

  @Override
  public byte[] transform(
      Module module,
      ClassLoader loader,
      String className,
      Class<?> classBeingRedefined,
      ProtectionDomain protectionDomain,
      byte[] classfileBuffer) {
    if (loader != null) {
      return null;
    }
    try {
      if (JdkPatches.SOCKET_IMPL.equals(className)) {
        return applied(JdkPatches.socketImpl(classfileBuffer));
      }
      if (JdkPatches.NIO_SOCKET_IMPL.equals(className)) {
        return applied(JdkPatches.nioSocketImpl(classfileBuffer));
      }
    } catch (RuntimeException e) {
      failure = e;
    }
    return null;
  }

  private byte[] applied(byte[] patched) {
    applied = true;
    return patched;
  }

  /**
   * Returns if a patch was applied. Called by the thread that had the class loaded or
   * retransformed, on which the JVM called {@link #transform}.
   *
   * @throws IllegalStateException if it was not
   */
  void requireApplied() {
    if (!applied) {
      throw new IllegalStateException("this JDK is not as expected", failure);
    }
  }
}
