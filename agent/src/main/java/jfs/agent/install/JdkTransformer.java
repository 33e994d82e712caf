package jfs.agent.install;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;

/** Applies one of {@link JdkPatches} to its class, as the JVM loads or retransforms that. */
final class JdkTransformer implements ClassFileTransformer {

  private static final String UNEXPECTED = "this JDK is not as expected";

  private final String target;

  /** What went wrong last; the JVM swallows what a transformer throws. */
  private RuntimeException failure;

  private boolean applied;

  /**
   * Takes the class to be changed.
   *
   * @param target its internal name
   */
  JdkTransformer(String target) {
    this.target = target;
  }

  @Override
  public byte[] transform(
      Module module,
      ClassLoader loader,
      String className,
      Class<?> classBeingRedefined,
      ProtectionDomain protectionDomain,
      byte[] classfileBuffer) {
    if (loader != null || !target.equals(className)) {
      return null;
    }
    try {
      byte[] patched = patched(classfileBuffer);
      applied = true;
      return patched;
    } catch (RuntimeException e) {
      failure = e;
      return null;
    }
  }

  private byte[] patched(byte[] original) {
    if (target.equals(JdkPatches.SOCKET_IMPL)) {
      return JdkPatches.socketImpl(original);
    }
    if (target.equals(JdkPatches.NIO_SOCKET_IMPL)) {
      return JdkPatches.nioSocketImpl(original);
    }
    return JdkPatches.preferences(original);
  }

  /**
   * Whether a patch was applied; if not, the class had been loaded before.
   *
   * @throws IllegalStateException if it can't be
   */
  boolean wasApplied() {
    if (failure != null) {
      throw new IllegalStateException(UNEXPECTED, failure);
    }
    return applied;
  }

  /**
   * Returns if a patch was applied. Called by the thread that had the class loaded or
   * retransformed, on which the JVM called {@link #transform}.
   *
   * @throws IllegalStateException if it was not
   */
  void requireApplied() {
    if (!applied) {
      throw new IllegalStateException(UNEXPECTED, failure);
    }
  }
}
