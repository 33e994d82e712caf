package jfs.agent.install;

import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Tells the process that has attached the agent what became of it: by the agent properties of the
 * JVM, which it can ask for (com.sun.tools.attach.VirtualMachine), and no program sees.
 */
final class AttachReply {

  private static final String PACKAGE = "jdk.internal.vm";

  /** The last answers are kept, for those that have not asked yet. */
  private static final int KEPT = 16;

  private static final Deque<String> KEYS = new ArrayDeque<>();

  private AttachReply() {}

  /** Leaves a line for the other process, under the number of its command. */
  static synchronized void leave(Instrumentation instrumentation, String number, String line)
      throws Throwable {
    KeyLoader loader = new KeyLoader();
    instrumentation.redefineModule(
        Object.class.getModule(),
        Set.of(),
        Map.of(),
        Map.of(PACKAGE, Set.of(loader.getUnnamedModule())),
        Set.of(),
        Map.of());
    Object opener = loader.newKey(AgentJar.read(KeyLoader.CLASS_RESOURCE)[0]);
    Lookup lookup = (Lookup) ((Supplier<?>) opener).get();
    Class<?> support = Class.forName(PACKAGE + ".VMSupport", true, null);
    Properties properties =
        (Properties)
            MethodHandles.privateLookupIn(support, lookup)
                .findStatic(support, "getAgentProperties", MethodType.methodType(Properties.class))
                .invoke();
    String key = Steering.REPLY + number;
    properties.setProperty(key, line);
    KEYS.add(key);
    if (KEYS.size() > KEPT) {
      properties.remove(KEYS.remove());
    }
  }
}
