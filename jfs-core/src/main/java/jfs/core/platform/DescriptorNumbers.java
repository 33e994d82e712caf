package jfs.core.platform;

import java.io.FileDescriptor;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.nio.channels.Channel;

/** The kernel's descriptor numbers of the JDK's sockets, where {@code sun.nio.ch} is open. */
public final class DescriptorNumbers {

  private static final int NONE = -1;

  private static final MethodHandle OF_DESCRIPTOR =
      find("sun.nio.ch.IOUtil", "fdVal", FileDescriptor.class);
  private static final MethodHandle OF_CHANNEL = find("sun.nio.ch.SelChImpl", "getFDVal", null);

  private DescriptorNumbers() {}

  private static MethodHandle find(String name, String method, Class<?> argument) {
    try {
      Class<?> type = Class.forName(name);
      Lookup in = MethodHandles.privateLookupIn(type, JavaNet.lookup());
      return argument == null
          ? in.findVirtual(type, method, MethodType.methodType(int.class))
              .asType(MethodType.methodType(int.class, Channel.class))
          : in.findStatic(type, method, MethodType.methodType(int.class, argument));
    } catch (ReflectiveOperationException | RuntimeException e) {
      return null;
    }
  }

  /** The number, or -1 if the descriptor is closed or not accessible. May be stale when used. */
  public static int of(FileDescriptor descriptor) {
    if (OF_DESCRIPTOR == null || descriptor == null) {
      return NONE;
    }
    try {
      return (int) OF_DESCRIPTOR.invokeExact(descriptor);
    } catch (Throwable t) {
      throw JavaNet.rethrow(t);
    }
  }

  /** The number of one of the JDK's network channels, or -1. */
  public static int of(Channel channel) {
    if (OF_CHANNEL == null) {
      return NONE;
    }
    try {
      return (int) OF_CHANNEL.invokeExact(channel);
    } catch (Throwable t) {
      throw JavaNet.rethrow(t);
    }
  }
}
