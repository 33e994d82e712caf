package jfs.agent.launch;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The flags of this JVM that {@link Doctor} gives to the JVM that it starts. Agents of JFS are left
 * out, since that JVM gets one with their options and the doctor's; and so are flags that open a
 * port, since this JVM listens there.
 */
final class ProbeFlags {

  private static final String AGENT = "-javaagent:";

  private static final List<String> THAT_OPEN_PORTS =
      List.of("-agentlib:jdwp", "-Xrunjdwp", "-Dcom.sun.management.jmxremote");

  /** The JVM takes the flags in these variables before those of the command line. */
  private static final List<String> BEFORE = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS");

  private static final List<String> AFTER = List.of("_JAVA_OPTIONS");

  private final List<String> flags = new ArrayList<>();
  private final Map<String, String> environment;
  private final boolean withOthers;
  private String agentArguments;
  private boolean hasOthers;

  /** Takes all flags; as below. */
  ProbeFlags(List<String> own, Map<String, String> environment) {
    this(own, environment, true);
  }

  /**
   * Takes the flags.
   *
   * @param own those of the command line
   * @param environment of the JVM that will be asked, which this changes
   * @param withOthers whether to take agents in Java that are not of JFS
   */
  ProbeFlags(List<String> own, Map<String, String> environment, boolean withOthers) {
    this.environment = environment;
    this.withOthers = withOthers;
    BEFORE.forEach(this::takeVariable);
    for (String flag : own) {
      if (isTaken(flag)) {
        flags.add(flag);
      }
    }
    AFTER.forEach(this::takeVariable);
  }

  private void takeVariable(String name) {
    String value = environment.get(name);
    if (value == null) {
      return;
    }
    StringBuilder taken = new StringBuilder();
    for (VariableFlag flag : VariableFlag.of(value)) {
      if (isTaken(flag.text())) {
        taken.append(taken.length() == 0 ? "" : " ").append(flag.raw());
      }
    }
    if (taken.length() == 0) {
      environment.remove(name);
    } else {
      environment.put(name, taken.toString());
    }
  }

  private boolean isTaken(String flag) {
    for (String start : THAT_OPEN_PORTS) {
      if (flag.startsWith(start)) {
        return false;
      }
    }
    if (!flag.startsWith(AGENT)) {
      return true;
    }
    int equals = flag.indexOf('=');
    String jar = flag.substring(AGENT.length(), equals < 0 ? flag.length() : equals);
    if (!Jvm.isJarOfJfs(new File(jar))) {
      hasOthers = true;
      return withOthers;
    }
    if (agentArguments == null) { // those of the first one count
      agentArguments = equals < 0 ? "" : flag.substring(equals + 1);
    }
    return false;
  }

  /** Those of the command line that are left. */
  List<String> flags() {
    return flags;
  }

  /** Whether there are agents in Java that are not of JFS. */
  boolean hasOthers() {
    return hasOthers;
  }

  /** The arguments of the agent of JFS that is in force in this JVM; empty if there is none. */
  String agentArguments() {
    return agentArguments == null ? "" : agentArguments;
  }
}
