package sun.nio.ch;

import java.io.IOException;
import java.net.JfsChannelEnd;
import java.nio.ByteBuffer;
import jdk.internal.vm.annotation.DontInline;

/**
 * Where channels most often call a transport through JFS. The compiler goes no further from above:
 * each method on the way to here, of the program's as of the channel's, is compiled by itself as
 * well, and would have all of the transport's within. HotSpot heeds the annotation in classes of
 * the JDK alone.
 */
final class JfsCalls {

  private JfsCalls() {}

  /** As {@link JfsChannelEnd#read}. */
  @DontInline
  static int read(JfsChannelEnd jfs, ByteBuffer to, int timeoutMillis) throws IOException {
    return jfs.read(to, timeoutMillis);
  }

  /** As {@link JfsChannelEnd#write}. */
  @DontInline
  static int write(JfsChannelEnd jfs, ByteBuffer from, boolean waits) throws IOException {
    return jfs.write(from, waits);
  }

  /** As {@link JfsChannelEnd#canRead}. */
  @DontInline
  static boolean canRead(JfsChannelEnd jfs, boolean tcpIsReadable) {
    return jfs.canRead(tcpIsReadable);
  }
}
