package jfs.core.platform;

import java.nio.channels.spi.SelectorProvider;
import java.util.function.Supplier;

/**
 * The JDK's own maker of selectors and channels, for JFS's threads. A program may choose another
 * one, by a property or a file of services: JFS must not run that code, nor have the JDK look for
 * it before the program does. Any thread may call.
 */
public final class JdkSelectors {

  /** Null without the agent. Set once, before there is a connection. */
  private static volatile Supplier<SelectorProvider> jdks;

  private JdkSelectors() {}

  /** Sets what finds it; called when it is first needed. */
  public static void set(Supplier<SelectorProvider> finder) {
    jdks = finder;
  }

  /** The JDK's own; without the agent, which alone can reach that, the program's. */
  public static SelectorProvider provider() {
    Supplier<SelectorProvider> finder = jdks;
    return finder == null ? SelectorProvider.provider() : finder.get();
  }
}
