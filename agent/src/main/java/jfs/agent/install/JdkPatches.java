package jfs.agent.install;

import java.nio.ByteBuffer;

/** The places of the JDK that the agent changes. Each throws if the JDK is not as expected. */
final class JdkPatches {

  static final String SOCKET_IMPL = "java/net/SocketImpl";
  static final String NIO_SOCKET_IMPL = "sun/nio/ch/NioSocketImpl";
  static final String JFS_PLATFORM_SOCKET_IMPL = "java/net/JfsPlatformSocketImpl";

  static final String SOCKET = "java/net/Socket";
  static final String SERVER_SOCKET = "java/net/ServerSocket";

  private static final int ALOAD_0 = 0x2a;
  private static final int ALOAD_1 = 0x2b;
  private static final int ILOAD_1 = 0x1b;
  private static final int ILOAD_2 = 0x1c;
  private static final int ILOAD_3 = 0x1d;
  private static final int GETFIELD = 0xb4;
  private static final int CHECKCAST = 0xc0;
  private static final int INVOKESTATIC = 0xb8;
  private static final int RETURN = 0xb1;

  private JdkPatches() {}

  /** Makes {@code SocketImpl.createPlatformSocketImpl} create JFS's implementation. */
  static byte[] socketImpl(byte[] original) {
    ClassFile file = new ClassFile(original);
    // Nothing else in this class mentions the JDK's implementation, from 17 to 25 at least.
    file.renameClass(file.indexOfClass(NIO_SOCKET_IMPL), JFS_PLATFORM_SOCKET_IMPL);
    return file.toBytes();
  }

  /**
   * Makes {@code NioSocketImpl.accept(SocketImpl)} accept into what lies beneath JFS's
   * implementation: where it casts its argument, it then calls {@code
   * JfsPlatformSocketImpl.platform}. Both instructions take three bytes.
   */
  static byte[] nioSocketImpl(byte[] original) {
    ClassFile file = new ClassFile(original);
    int cast = file.indexOfClass(NIO_SOCKET_IMPL);
    int platform =
        file.addMethodref(
            JFS_PLATFORM_SOCKET_IMPL,
            "platform",
            "(L" + SOCKET_IMPL + ";)L" + NIO_SOCKET_IMPL + ";");
    ByteBuffer code = MethodCode.of(file, "accept", "(L" + SOCKET_IMPL + ";)V");
    if (code.limit() < 4
        || (code.get(0) & 0xff) != ALOAD_1
        || (code.get(1) & 0xff) != CHECKCAST
        || (code.getShort(2) & 0xffff) != cast) {
      throw new IllegalArgumentException("accept does not begin with a cast of its argument");
    }
    code.put(1, (byte) INVOKESTATIC).putShort(2, (short) platform);
    return file.toBytes();
  }

  /**
   * Makes {@code setPerformancePreferences} of {@code Socket} or {@code ServerSocket}, which is
   * empty, call {@code JfsPlatformSocketImpl.prefer} with the implementation that the socket has
   * now.
   */
  static byte[] preferences(byte[] original) {
    ClassFile file = new ClassFile(original);
    int impl = file.indexOfOwnField("impl", "L" + SOCKET_IMPL + ";");
    int prefer =
        file.addMethodref(JFS_PLATFORM_SOCKET_IMPL, "prefer", "(L" + SOCKET_IMPL + ";III)V");
    byte[] call = {
      ALOAD_0,
      (byte) GETFIELD,
      (byte) (impl >> 8),
      (byte) impl,
      ILOAD_1,
      ILOAD_2,
      ILOAD_3,
      (byte) INVOKESTATIC,
      (byte) (prefer >> 8),
      (byte) prefer,
      (byte) RETURN
    };
    MethodCode.fill(file, "setPerformancePreferences", "(III)V", 4, call);
    return file.toBytes();
  }
}
