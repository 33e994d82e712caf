package jfs.agent.programs;

import java.io.FileDescriptor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousSocketChannel;

/**
 * A program whose thread reads from an asynchronous channel after the peer has reset, and has the
 * channel leave its reads to JFS just as the kernel tells of the reset, which it does once. Says
 * what the read met. Needs {@code sun.nio.ch} open.
 */
public final class ResetAsItLeaves {

  private static final String CHANNEL = "sun.nio.ch.JfsAsynchronousSocketChannel";

  private ResetAsItLeaves() {}

  public static void main(String[] args) throws Exception {
    InetAddress here = InetAddress.getLoopbackAddress();
    try (ServerSocket listener = new ServerSocket(0, 1, here);
        AsynchronousSocketChannel channel = AsynchronousSocketChannel.open()) {
      channel.connect(new InetSocketAddress(here, listener.getLocalPort())).get();
      try (Socket peer = listener.accept()) {
        peer.setSoLinger(true, 0);
      }
      awaitReset(channel);
      field(channel, "leavesToJfs").setBoolean(channel, true);
      Object end = field(channel, "end").get(channel);
      Method read =
          Class.forName(CHANNEL)
              .getDeclaredMethod(
                  "readItself", Class.forName("java.net.JfsChannelEnd"), ByteBuffer.class);
      read.setAccessible(true);
      try {
        System.out.println(read.invoke(channel, end, ByteBuffer.allocate(1)));
      } catch (InvocationTargetException e) {
        System.out.println(e.getCause().getMessage());
      }
    }
  }

  private static void awaitReset(AsynchronousSocketChannel channel) throws Exception {
    Class<?> net = Class.forName("sun.nio.ch.Net");
    Method poll = net.getDeclaredMethod("poll", FileDescriptor.class, int.class, long.class);
    poll.setAccessible(true);
    Field readable = net.getDeclaredField("POLLIN");
    readable.setAccessible(true);
    poll.invoke(null, field(channel, "fd").get(channel), readable.getShort(null), -1L);
  }

  /** A field of the channel's class, or of one that it extends. */
  private static Field field(Object channel, String name) throws NoSuchFieldException {
    for (Class<?> type = channel.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (field.getName().equals(name)) {
          field.setAccessible(true);
          return field;
        }
      }
    }
    throw new NoSuchFieldException(name);
  }
}
