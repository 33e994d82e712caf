package jfs.agent.install;

import java.nio.ByteBuffer;

/** The two places of the JDK that the agent changes. Each throws if the JDK is not as expected. */
final class JdkPatches {

  static final String SOCKET_IMPL = "java/net/SocketImpl";
  static final String NIO_SOCKET_IMPL = "sun/nio/ch/NioSocketImpl";
  static final String JFS_PLATFORM_SOCKET_IMPL = "java/net/JfsPlatformSocketImpl";

  private static final int ALOAD_1 = 0x2b;
  private static final int CHECKCAST = 0xc0;
  private static final int INVOKESTATIC = 0xb8;

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
}
