package jfs.natives;

import java.lang.reflect.Field;
import java.nio.channels.Channel;

/**
 * The descriptors behind the JDK's channels, which JFS's callers know and which tests read by
 * reflection.
 */
public final class Fds {

  private Fds() {}

  /** Of a socket channel, server or not. */
  public static int of(Channel channel) throws ReflectiveOperationException {
    Field field = channel.getClass().getDeclaredField("fdVal");
    field.setAccessible(true);
    return field.getInt(channel);
  }
}
