package jfs.agent.install;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import jfs.core.StartWarnings;
import jfs.core.carrier.CarrierProvider;
import jfs.core.carrier.Carriers;
import jfs.core.carrier.Role;
import jfs.core.config.Log;
import jfs.core.config.Need;
import jfs.core.config.Option;
import jfs.core.config.Options;
import jfs.core.config.Version;
import jfs.core.platform.PlatformCarrierProvider;
import jfs.core.runtime.Services;
import jfs.core.stats.StreamsState;
import jfs.core.stats.SummaryAtExit;

/** Installs JFS in this JVM, once, or says in one line why it did not. */
public final class Installation {

  private static final String PLATFORM = "platform";

  private static boolean installed;

  private static final Map<String, String> NONE = Map.of();

  /** Why the last attempt to install it failed; or null. */
  private static String failure;

  /** What has changed the JDK; null if nothing has. */
  private static JdkHook inPlace;

  private Installation() {}

  /** Whether JFS is in this JVM, by this copy of the agent or by another one. */
  public static synchronized boolean isInstalled() {
    // The classes that a failed attempt has defined stay, and make no sockets.
    return installed || (failure == null && JdkHook.isInstalled());
  }

  /**
   * Installs JFS as the options say. Whatever goes wrong, the program runs on as without JFS.
   *
   * @param arguments the agent's arguments, may be null
   */
  public static synchronized void install(String arguments, Instrumentation instrumentation) {
    if (installed) {
      tellLate(arguments);
      return;
    }
    long start = System.nanoTime();
    try {
      lookInJar();
      Options options = Options.of(arguments);
      Options.install(options);
      options.setLog();
      for (String warning : options.warnings()) {
        Log.warn(warning);
      }
      if (!options.isEnabled()) {
        return;
      }
      JdkHook made = put(options, instrumentation);
      if (made != null) {
        inPlace = made;
        installed = true;
        failure = null;
        SummaryAtExit.register(options.get(Option.SUMMARY));
        if (OtherAgents.areThere()) {
          seeTools(instrumentation);
        }
        String carrier = options.get(Option.CARRIER);
        StartWarnings.tell(options, carrier.isEmpty() ? PLATFORM : carrier);
        if (Log.isEnabled(Log.Level.INFO)) {
          long millis = (System.nanoTime() - start) / 1_000_000;
          Log.info("installed " + Version.string() + " in " + millis + " ms");
        }
      } else if (failure == null) {
        Log.info("already installed, by another copy of the agent");
      } else {
        String line = "not installed, as before: " + failure;
        if (hasSecurityManager()) {
          Log.info(line); // as at the first attempt
        } else {
          Log.warn(line);
        }
      }
    } catch (Throwable t) {
      failure = Log.describe(t);
      if (hasSecurityManager() && isForbidden(t)) {
        // The user may want this, and other programs may read this one's output. Only the agent's
        // arguments may be readable here.
        Log.setLevel(Options.of(arguments, Map.of(), Map.of()).logLevel());
        Log.info("not installed, there is a security manager: " + failure);
      } else {
        Log.warn("not installed", t);
      }
    }
  }

  /**
   * The agent was attached while the program runs: installs JFS, or does what a command asks for,
   * and leaves a line for the process that has given it.
   */
  public static void attached(String arguments, Instrumentation instrumentation) {
    if (!Steering.isCommand(arguments)) {
      install(arguments, instrumentation);
      seeTools(instrumentation);
      return;
    }
    String reply = Steering.obey(arguments, instrumentation);
    seeTools(instrumentation);
    try {
      AttachReply.leave(instrumentation, Steering.number(arguments), reply);
    } catch (Throwable t) {
      Log.warn(reply + " (which cannot be told to the command)", t);
    }
  }

  /** The program, or an agent before this one, may have them already. */
  private static synchronized void seeTools(Instrumentation instrumentation) {
    try {
      if (installed) {
        Tools.seeLoaded(instrumentation);
      }
    } catch (Throwable t) {
      Log.debug("tools not looked for", t);
    }
  }

  /** For {@link Steering}: what became of it, in a line. */
  static synchronized String attach(String arguments, Instrumentation instrumentation) {
    if (!installed) {
      Log.keepWarnings();
      install(arguments, instrumentation);
      List<String> wrong = Log.keptWarnings();
      if (!installed) {
        return Steering.REFUSED + whyNot();
      }
      return "installed " + Version.string() + (wrong.isEmpty() ? "" : "; ") + join(wrong);
    }
    if (inPlace.isDetached()) {
      String given = arguments.isEmpty() ? "" : "; options stay as they were: ignored " + arguments;
      Log.info("attached again");
      return "attached again" + failures("not changed", inPlace.detach(false)) + given;
    }
    String ignored = join(Options.ofProcess().differences(Options.of(arguments, NONE, NONE)));
    return ignored.isEmpty()
        ? "already installed"
        : Steering.REFUSED + "already installed; ignored, since they are for the start: " + ignored;
  }

  private static String whyNot() {
    if (failure != null) {
      return failure;
    }
    return Options.ofProcess().isEnabled()
        ? "another copy of the agent is there already"
        : "enabled=false switches it off there (JFS_ENABLED, perhaps); attach PID enabled=true";
  }

  /** The same. New connections are the JDK's even where a class cannot be changed back. */
  static synchronized String detach() {
    if (!installed) {
      return Steering.REFUSED + "JFS is not installed";
    }
    if (inPlace.isDetached()) {
      return Steering.REFUSED + "JFS is detached already";
    }
    Log.info("detached: new sockets are the JDK's");
    return "detached: new connections are the JDK's, others go on"
        + failures("still changed", inPlace.detach(true));
  }

  private static String failures(String what, List<String> classes) {
    return classes.isEmpty() ? "" : "; " + what + ": " + join(classes);
  }

  private static String join(List<String> words) {
    return String.join(", ", words);
  }

  /** Reports the options of an agent that came when JFS was installed already. */
  private static void tellLate(String arguments) {
    Options late = Options.of(arguments, Map.of(), Map.of());
    for (String warning : late.warnings()) {
      Log.warn(warning);
    }
    List<String> ignored = Options.ofProcess().differences(late);
    if (ignored.isEmpty()) {
      Log.info("already installed");
    } else {
      Log.warn("already installed, with other options; ignored: " + String.join(", ", ignored));
    }
  }

  private static boolean isForbidden(Throwable t) {
    Throwable cause = t;
    while (cause != null && !(cause instanceof SecurityException)) {
      cause = cause.getCause();
    }
    return cause != null;
  }

  /** Has options of transports, and all else, looked for in the agent's jar alone. */
  private static void lookInJar() {
    try {
      Services.allIn(AgentJar.open());
    } catch (IllegalStateException | IOException e) {
      // It fails again, and is reported, when JFS is put in.
    }
  }

  /** Answers what has changed the JDK; null if JFS was there before. */
  private static JdkHook put(Options options, Instrumentation instrumentation) throws Exception {
    if (JdkHook.isInstalled()) {
      return null;
    }
    JdkAccess access = JdkAccess.open(instrumentation);
    AgentJar.path(); // fails where JFS cannot be put in
    CarrierProvider carriers = carriers(options.get(Option.CARRIER));
    if (hasSecurityManager()) {
      // Initialises these classes now: later, the permissions of the first caller to connect would
      // apply.
      carriers.newCarrier(Role.CLIENT);
    }
    JdkHook hook = new JdkHook(instrumentation, access);
    hook.install(carriers, isDeferred(options), options.need() != Need.NEVER);
    if (options.get(Option.CHANNELS).equals("on")) {
      putChannels(hook.channels());
    }
    if (options.get(Option.STREAMS).equals("on")) {
      putStreams(instrumentation, access);
    }
    return hook;
  }

  /** Whether JFS needs no part in a connection before it is worth a transport. */
  private static boolean isDeferred(Options options) {
    String carrier = options.get(Option.CARRIER);
    return (carrier.isEmpty() || carrier.equals(PLATFORM))
        && options.need() != Need.AT_ONCE
        && !hasSecurityManager(); // under one, JFS's classes are loaded at the start
  }

  /** Sockets are installed, whatever becomes of this. */
  private static void putChannels(ChannelHook hook) {
    int jdk = Runtime.version().feature();
    if (jdk > ChannelHook.NEWEST_JDK) {
      Log.warn("channels stay the JDK's: those of JDK " + jdk + " are not known to this version");
      return;
    }
    try {
      if (hook.install()) {
        putAsynchronousChannels(hook);
      } else {
        Log.warn("channels stay the JDK's: the JVM has loaded them already");
      }
    } catch (Exception | LinkageError | VirtualMachineError e) {
      Log.warn("channels stay the JDK's", e);
    }
  }

  private static void putAsynchronousChannels(ChannelHook hook) {
    try {
      hook.installAsynchronous();
    } catch (Exception | LinkageError | VirtualMachineError e) {
      Log.warn("asynchronous channels stay the JDK's", e);
    }
  }

  /** As for channels. */
  private static void putStreams(Instrumentation instrumentation, JdkAccess access) {
    String why;
    if (hasSecurityManager()) {
      why = "there is a security manager";
    } else if (ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN) {
      why = "the processor is big-endian";
    } else {
      try {
        if (StreamHook.install(instrumentation, access)) {
          StreamsState.set(StreamsState.ON);
          return;
        }
        why = "the JVM has loaded them already";
      } catch (VirtualMachineError e) {
        why = Log.describe(e);
      }
    }
    StreamsState.set("off: " + why);
    Log.warn("object streams stay the JDK's: " + why);
  }

  /** Makes the usual one without a search of the class path, which would delay start-up. */
  private static CarrierProvider carriers(String wanted) {
    return wanted.isEmpty() || wanted.equals(PLATFORM)
        ? new PlatformCarrierProvider()
        : Carriers.select(wanted);
  }

  @SuppressWarnings("removal") // there is none from JDK 24 on, and this then answers null
  private static boolean hasSecurityManager() {
    return System.getSecurityManager() != null;
  }
}
