package sun.nio.ch;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProtocolFamily;
import java.net.SocketOption;
import java.nio.ByteBuffer;

/**
 * What the JDK's asynchronous channels call, with themselves first, in place of a method that takes
 * their descriptor or their group: the agent changes these calls. They pass a channel of JFS on to
 * its class, and do for another what the JDK does.
 */
final class JfsAsynchronousCalls {

  /**
   * Whether there is a channel of JFS. The JDK's call this while the agent is still defining that
   * class, and a name that the JVM has once failed to find, it never finds.
   */
  static volatile boolean mayBeJfs;

  private JfsAsynchronousCalls() {}

  /** A read tries at once. */
  static int readFirst(
      UnixAsynchronousSocketChannelImpl channel,
      ByteBuffer to,
      long position,
      boolean async,
      NativeDispatcher dispatcher)
      throws IOException {
    return mayBeJfs && channel instanceof JfsAsynchronousSocketChannel jfs
        ? jfs.readFirst(to)
        : IOUtil.read(channel.fd, to, position, async, dispatcher);
  }

  /** A read that was pending goes on. */
  static int read(
      UnixAsynchronousSocketChannelImpl channel,
      ByteBuffer to,
      long position,
      boolean async,
      NativeDispatcher dispatcher)
      throws IOException {
    return mayBeJfs && channel instanceof JfsAsynchronousSocketChannel jfs
        ? jfs.readNow(to)
        : IOUtil.read(channel.fd, to, position, async, dispatcher);
  }

  /** A scattering read tries at once. */
  static long readFirst(
      UnixAsynchronousSocketChannelImpl channel,
      ByteBuffer[] to,
      boolean async,
      NativeDispatcher dispatcher)
      throws IOException {
    return mayBeJfs && channel instanceof JfsAsynchronousSocketChannel jfs
        ? jfs.readFirst(to)
        : IOUtil.read(channel.fd, to, async, dispatcher);
  }

  /** A scattering read that was pending goes on. */
  static long read(
      UnixAsynchronousSocketChannelImpl channel,
      ByteBuffer[] to,
      boolean async,
      NativeDispatcher dispatcher)
      throws IOException {
    return mayBeJfs && channel instanceof JfsAsynchronousSocketChannel jfs
        ? jfs.readNow(to)
        : IOUtil.read(channel.fd, to, async, dispatcher);
  }

  /** A write tries at once, or goes on. */
  static int write(
      UnixAsynchronousSocketChannelImpl channel,
      ByteBuffer from,
      long position,
      boolean async,
      NativeDispatcher dispatcher)
      throws IOException {
    return mayBeJfs && channel instanceof JfsAsynchronousSocketChannel jfs
        ? jfs.writeNow(from)
        : IOUtil.write(channel.fd, from, position, async, dispatcher);
  }

  /** A gathering write tries at once, or goes on. */
  static long write(
      UnixAsynchronousSocketChannelImpl channel,
      ByteBuffer[] from,
      boolean async,
      NativeDispatcher dispatcher)
      throws IOException {
    return mayBeJfs && channel instanceof JfsAsynchronousSocketChannel jfs
        ? jfs.writeNow(from)
        : IOUtil.write(channel.fd, from, async, dispatcher);
  }

  /** Operations are pending: all of these, and no others. The caller holds the JDK's lock. */
  static void startPoll(UnixAsynchronousSocketChannelImpl channel, int descriptor, int events) {
    if (mayBeJfs && channel instanceof JfsAsynchronousSocketChannel jfs) {
      jfs.await(events);
    } else {
      ((Port) channel.group()).startPoll(descriptor, events);
    }
  }

  /** The connection is made, and no other thread knows yet; returns the address of this end. */
  static InetSocketAddress connected(UnixAsynchronousSocketChannelImpl channel)
      throws IOException {
    InetSocketAddress local = Net.localAddress(channel.fd);
    if (mayBeJfs && channel instanceof JfsAsynchronousSocketChannel jfs) {
      jfs.connected(local);
    }
    return local;
  }

  /** The program ends the input or the output, for the first time. */
  static void shutdown(AsynchronousSocketChannelImpl channel, int how) throws IOException {
    if (mayBeJfs && channel instanceof JfsAsynchronousSocketChannel jfs) {
      jfs.shutdown(how);
    } else {
      Net.shutdown(channel.fd, how);
    }
  }

  /** The program sets an option. */
  static void setSocketOption(
      AsynchronousSocketChannelImpl channel,
      ProtocolFamily family,
      SocketOption<?> option,
      Object value)
      throws IOException {
    Net.setSocketOption(channel.fd, family, option, value);
    if (mayBeJfs && channel instanceof JfsAsynchronousSocketChannel jfs && jfs.end != null) {
      jfs.end.optionSet(option, value);
    }
  }

  /** The value of an option for the program. */
  static Object getSocketOption(
      AsynchronousSocketChannelImpl channel, ProtocolFamily family, SocketOption<?> option)
      throws IOException {
    Object kernels = Net.getSocketOption(channel.fd, family, option);
    return mayBeJfs && channel instanceof JfsAsynchronousSocketChannel jfs && jfs.end != null
        ? jfs.end.option(option, kernels)
        : kernels;
  }

  /** The class whose name the program sees in the text of a channel: the JDK's own. */
  static Class<?> classOf(Object channel) {
    return mayBeJfs && channel instanceof JfsAsynchronousSocketChannel
        ? UnixAsynchronousSocketChannelImpl.class
        : channel.getClass();
  }
}
