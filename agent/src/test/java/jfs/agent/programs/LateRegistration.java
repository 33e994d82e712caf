package jfs.agent.programs;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import jfs.agent.programs.ModelledEnds.End;

/**
 * A selector of the agent's with a channel that always has room, a listener, and a channel that is
 * put into the selector's list after its key was cancelled, as by a thread that was about to. For a
 * program that runs with {@code channels=on}; needs {@code sun.nio.ch} open. Says whether the
 * selector tells of an accept all the same.
 */
public final class LateRegistration {

  private static final long PATIENCE_NANOS =
      TimeUnit.MILLISECONDS.toNanos(Patience.ofMillis(5_000));

  private LateRegistration() {}

  public static void main(String[] args) throws Exception {
    ModelledEnds.install(
        tcp ->
            new End(tcp) {
              @Override
              boolean canWrite(boolean tcpIsWritable) {
                return true;
              }
            });
    try (Selector selector = Selector.open();
        ServerSocketChannel listener = ServerSocketChannel.open();
        SocketChannel ready = SocketChannel.open();
        SocketChannel gone = SocketChannel.open()) {
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      register(ready, listener, selector, SelectionKey.OP_WRITE);
      SelectionKey key = register(gone, listener, selector, SelectionKey.OP_READ);
      Object late = registrationOf(gone, key);
      listener.configureBlocking(false);
      SelectionKey accepts = listener.register(selector, SelectionKey.OP_ACCEPT);
      gone.close();
      selector.selectNow();
      selector.selectedKeys().clear();
      add(selector, late);
      try (SocketChannel another = SocketChannel.open(listener.getLocalAddress())) {
        long start = System.nanoTime();
        boolean told = false;
        while (!told && System.nanoTime() - start < PATIENCE_NANOS) {
          selector.select();
          told = selector.selectedKeys().contains(accepts);
          selector.selectedKeys().clear();
        }
        System.out.println("accept: " + (told && another.isConnected()));
      }
    }
  }

  private static SelectionKey register(
      SocketChannel channel, ServerSocketChannel listener, Selector selector, int interest)
      throws Exception {
    channel.connect(listener.getLocalAddress());
    listener.accept(); // the peers, which end with the program
    channel.configureBlocking(false);
    return channel.register(selector, interest);
  }

  private static Object registrationOf(SocketChannel channel, SelectionKey key) throws Exception {
    Method method =
        Class.forName("sun.nio.ch.JfsSelectedChannel")
            .getDeclaredMethod("registrationOf", Class.forName("sun.nio.ch.SelectionKeyImpl"));
    method.setAccessible(true);
    return method.invoke(channel, key);
  }

  private static void add(Selector selector, Object registration) throws Exception {
    Field unarmed = Class.forName("sun.nio.ch.JfsEPollSelector").getDeclaredField("unarmed");
    unarmed.setAccessible(true);
    Object list = unarmed.get(selector);
    Method add = list.getClass().getDeclaredMethod("add", registration.getClass());
    add.setAccessible(true);
    add.invoke(list, registration);
  }
}
