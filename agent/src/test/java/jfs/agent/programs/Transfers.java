package jfs.agent.programs;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes connections, sends bytes one way and three bytes the other way through each, and ends in
 * some way: {@code Transfers CONNECTIONS BYTES ENDING}.
 */
public final class Transfers {

  /** Open until the end. */
  private static final List<Loopback> LEFT = new ArrayList<>();

  private Transfers() {}

  public static void main(String[] args) throws Exception {
    int count = Integer.parseInt(args[0]);
    int bytes = Integer.parseInt(args[1]);
    List<Loopback> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Loopback c = new Loopback();
      Loopback.transfer(c.client, c.server, bytes);
      Loopback.transfer(c.server, c.client, 3);
      all.add(c);
    }
    System.out.println("transferred");
    end(args[2], all);
  }

  private static void end(String how, List<Loopback> all) throws Exception {
    switch (how) {
      case "close" -> {
        for (Loopback c : all) {
          c.close();
        }
      }
      case "leave" -> LEFT.addAll(all);
      case "abandon" -> abandon(all);
      case "exit" -> System.exit(7);
      case "throw" -> throw new IllegalStateException("as asked");
      default -> throw new IllegalArgumentException(how);
    }
  }

  /** Forgets the connections and waits until they are collected. */
  private static void abandon(List<Loopback> all) throws Exception {
    List<WeakReference<Object>> forgotten = new ArrayList<>();
    for (Loopback c : all) {
      forgotten.add(new WeakReference<>(c.client));
      forgotten.add(new WeakReference<>(c.server));
    }
    all.clear();
    for (WeakReference<Object> reference : forgotten) {
      while (reference.get() != null) {
        System.gc();
      }
    }
    new Loopback().close(); // and make another one afterwards
  }
}
