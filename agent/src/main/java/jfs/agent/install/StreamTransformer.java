package jfs.agent.install;

import java.lang.instrument.ClassFileTransformer;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.AccessibleObject;
import java.security.ProtectionDomain;
import java.util.function.Consumer;
import jfs.core.config.Log;
import jfs.core.stats.StreamsState;

/**
 * Puts JFS into the JDK's object streams as the JVM loads them, and again whenever another agent
 * has them transformed. If anything is not as expected, the class stays the JDK's, for good, and a
 * line says so. Until a program serializes, nothing of this is loaded but this class.
 *
 * <p>Every class that the JVM loads passes here, so all others must pass fast. Many threads may
 * call at once.
 */
final class StreamTransformer implements ClassFileTransformer {

  private static final int OUTPUT = 0;
  private static final int INPUT = 1;

  /** Tests set it, so that they need not serialize millions of objects. */
  private static final String WORTH_MAKING = "jfs-streams.objects";

  private final Lookup lookup;
  private final Consumer<AccessibleObject> opener;
  private final int worthMaking;

  /** Null until the first stream is loaded. Guarded by this monitor. */
  private StreamClasses classes;

  /** Whether each stream calls JFS: set before its class is there. Guarded by this monitor. */
  private final boolean[] changed = new boolean[2];

  /** Makes one, for what {@link StreamClasses} wants. */
  StreamTransformer(Lookup lookup, Consumer<AccessibleObject> opener) {
    this.lookup = lookup;
    this.opener = opener;
    worthMaking = Integer.getInteger(WORTH_MAKING, StreamClasses.WORTH_MAKING);
  }

  @Override
  public byte[] transform(
      Module module,
      ClassLoader loader,
      String className,
      Class<?> classBeingRedefined,
      ProtectionDomain protectionDomain,
      byte[] classfileBuffer) {
    if (loader != null || className == null) {
      return null;
    }
    try {
      return transform(className, classBeingRedefined == null, classfileBuffer);
    } catch (Throwable t) { // the JVM would swallow it
      say(className, t);
      return null;
    }
  }

  private byte[] transform(String className, boolean first, byte[] original) throws Exception {
    byte[] changed = null;
    switch (className.length()) { // they differ in it
      case 25 -> {
        if (className.equals(StreamPatches.INPUT)) {
          changed = stream(INPUT, first, original);
        }
      }
      case 26 -> {
        if (className.equals(StreamPatches.OUTPUT)) {
          changed = stream(OUTPUT, first, original);
        }
      }
      case 41 -> {
        if (className.equals(StreamPatches.PEEK_INPUT)) {
          changed = peek(original);
        }
      }
      case 46 -> {
        if (className.equals(StreamPatches.BLOCK_INPUT)) {
          changed = block(INPUT, original);
        }
      }
      case 48 -> {
        if (className.equals(StreamPatches.BLOCK_OUTPUT)) {
          changed = block(OUTPUT, original);
        }
      }
      default -> {}
    }
    return changed;
  }

  private synchronized byte[] stream(int which, boolean first, byte[] original) throws Exception {
    if (!first && !changed[which]) {
      return null; // it was loaded before, or was not as expected
    }
    byte[] patched =
        which == OUTPUT ? StreamPatches.output(original) : StreamPatches.input(original);
    if (first) {
      if (classes == null) {
        classes = new StreamClasses(lookup, opener, worthMaking);
      }
      if (which == OUTPUT) {
        classes.defineForOutput();
      } else {
        classes.defineForInput(StreamPatches.setsWithoutClass(original));
      }
      changed[which] = true;
    }
    return patched;
  }

  /** Without this change arrays of primitives are the JDK's. */
  private synchronized byte[] block(int which, byte[] original) {
    if (!changed[which]) {
      return null;
    }
    return which == OUTPUT
        ? StreamPatches.blockOutput(original)
        : StreamPatches.blockInput(original);
  }

  /** Without this change single bytes are the JDK's. */
  private synchronized byte[] peek(byte[] original) {
    return changed[INPUT] ? StreamPatches.peekInput(original) : null;
  }

  private static void say(String className, Throwable t) {
    try {
      StreamsState.set("off: " + className + " is not as expected: " + Log.describe(t));
      Log.warn("object streams stay the JDK's: " + className + " is not as expected", t);
    } catch (Throwable again) {
      // It cannot be logged.
    }
  }
}
