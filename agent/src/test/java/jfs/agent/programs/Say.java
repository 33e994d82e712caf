package jfs.agent.programs;

import java.util.concurrent.Callable;

/** Prints what happens, without what differs from run to run. */
final class Say {

  private Say() {}

  /** Something that may fail. */
  interface Action {
    void run() throws Exception;
  }

  /** Prints what a call answers or throws. */
  static void outcome(String what, Callable<?> call) {
    String outcome;
    try {
      outcome = String.valueOf(call.call());
    } catch (Exception e) {
      outcome = describe(e);
    }
    System.out.println(what + ": " + outcome);
  }

  /** Prints whether an action is done or what it throws. */
  static void done(String what, Action action) {
    outcome(
        what,
        () -> {
          action.run();
          return "done";
        });
  }

  /** A throwable, and its causes. */
  static String describe(Throwable t) {
    String text = "threw " + t.getClass().getName() + ": " + withoutNumbers(t.getMessage());
    return t.getCause() == null ? text : text + ", caused by: " + describe(t.getCause());
  }

  /** Replaces ports, hash codes, and the name of the class that implements sockets. */
  static String withoutNumbers(Object value) {
    return String.valueOf(value)
        .replaceAll("sun\\.nio\\.ch\\.NioSocketImpl|java\\.net\\.Jfs\\w+SocketImpl", "IMPL")
        .replaceAll("@[0-9a-f]+", "@N")
        .replaceAll("\\d{4,}", "N");
  }
}
