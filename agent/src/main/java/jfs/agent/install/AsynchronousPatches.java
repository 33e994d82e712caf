package jfs.agent.install;

import static jfs.agent.install.Instructions.INVOKESTATIC;
import static jfs.agent.install.Instructions.INVOKEVIRTUAL;

/**
 * The changes that the agent makes to the JDK's asynchronous channels, as {@link JdkPatches} makes
 * those to others: where they use their descriptor, or have their group wait for it, they call
 * {@code JfsAsynchronousCalls} with themselves.
 */
final class AsynchronousPatches {

  static final String BASE = "sun/nio/ch/AsynchronousSocketChannelImpl";
  static final String CHANNEL = "sun/nio/ch/UnixAsynchronousSocketChannelImpl";
  static final String PROVIDER = "sun/nio/ch/LinuxAsynchronousChannelProvider";
  static final String SERVER_CHANNEL = "sun/nio/ch/UnixAsynchronousServerSocketChannelImpl";

  private static final String CALLS = "sun/nio/ch/JfsAsynchronousCalls";
  private static final String JFS_CHANNEL = "sun/nio/ch/JfsAsynchronousSocketChannel";

  private static final String NET = "sun/nio/ch/Net";
  private static final String IO_UTIL = "sun/nio/ch/IOUtil";
  private static final String PORT = "sun/nio/ch/Port";
  private static final String DESCRIPTOR = "Ljava/io/FileDescriptor;";

  private static final String BUFFER = "Ljava/nio/ByteBuffer;";
  private static final String REST = "ZLsun/nio/ch/NativeDispatcher;)";
  private static final String ONE = "(" + DESCRIPTOR + BUFFER + "J" + REST + "I";
  private static final String MANY = "(" + DESCRIPTOR + "[" + BUFFER + REST + "J";

  private static final String BEGINS =
      "(Z"
          + BUFFER
          + "["
          + BUFFER
          + "JLjava/util/concurrent/TimeUnit;Ljava/lang/Object;"
          + "Ljava/nio/channels/CompletionHandler;)Ljava/util/concurrent/Future;";
  private static final String FINISHES = "(Z)V";

  private static final String SHUTS = "()Ljava/nio/channels/AsynchronousSocketChannel;";
  private static final String OPTION = "Ljava/net/SocketOption;";
  private static final String SETS =
      "(" + OPTION + "Ljava/lang/Object;)Ljava/nio/channels/AsynchronousSocketChannel;";

  private static final String FAMILY = "Ljava/net/ProtocolFamily;";

  private AsynchronousPatches() {}

  /** What {@code UnixAsynchronousSocketChannelImpl} does when it is connected, reads and writes. */
  static byte[] channel(byte[] original) {
    ClassFile file = new ClassFile(original);
    if (file.refersTo(CALLS)) {
      return null;
    }
    FirstArgument uses = new FirstArgument(file, "fd", DESCRIPTOR, CALLS, "L" + CHANNEL + ";");
    String local = "localAddress(" + DESCRIPTOR + ")Ljava/net/InetSocketAddress;";
    uses.replace("setConnected", "()V", INVOKESTATIC, NET, local, "connected");
    for (String call : new String[] {ONE, MANY}) {
      uses.replace("implRead", BEGINS, INVOKESTATIC, IO_UTIL, "read" + call, "readFirst");
      uses.replace("finishRead", FINISHES, INVOKESTATIC, IO_UTIL, "read" + call, "read");
      uses.replace("implWrite", BEGINS, INVOKESTATIC, IO_UTIL, "write" + call, "write");
      uses.replace("finishWrite", FINISHES, INVOKESTATIC, IO_UTIL, "write" + call, "write");
    }
    new FirstArgument(file, "port", "L" + PORT + ";", CALLS, "L" + CHANNEL + ";")
        .replace("updateEvents", "()V", INVOKEVIRTUAL, PORT, "startPoll(II)V", "startPoll");
    return file.toBytes();
  }

  /** What {@code AsynchronousSocketChannelImpl} does in methods that no subclass can replace. */
  static byte[] base(byte[] original) {
    ClassFile file = new ClassFile(original);
    if (file.refersTo(CALLS)) {
      return null;
    }
    FirstArgument uses = new FirstArgument(file, "fd", DESCRIPTOR, CALLS, "L" + BASE + ";");
    String shutdown = "shutdown(" + DESCRIPTOR + "I)V";
    uses.replace("shutdownInput", SHUTS, INVOKESTATIC, NET, shutdown, "shutdown");
    uses.replace("shutdownOutput", SHUTS, INVOKESTATIC, NET, shutdown, "shutdown");
    uses.replace(
        "setOption",
        SETS,
        INVOKESTATIC,
        NET,
        "setSocketOption(" + DESCRIPTOR + FAMILY + OPTION + "Ljava/lang/Object;)V",
        "setSocketOption");
    uses.replace(
        "getOption",
        "(" + OPTION + ")Ljava/lang/Object;",
        INVOKESTATIC,
        NET,
        "getSocketOption(" + DESCRIPTOR + FAMILY + OPTION + ")Ljava/lang/Object;",
        "getSocketOption");
    showsSuperclass(file);
    return file.toBytes();
  }

  /** Has {@code toString} show the name of the class that the JDK would have made. */
  private static void showsSuperclass(ClassFile file) {
    Instructions all = new Instructions(MethodCode.of(file, "toString", "()Ljava/lang/String;"));
    int found = 0;
    while (all.next()) {
      int at = all.at();
      if (all.is(INVOKEVIRTUAL)
          && file.isMethod(
              file.unsignedShort(at + 1), "java/lang/Object", "getClass", "()Ljava/lang/Class;")) {
        found++;
        file.putBytes(at, (byte) INVOKESTATIC);
        file.putShort(
            at + 1, file.addMethodref(CALLS, "classOf", "(Ljava/lang/Object;)Ljava/lang/Class;"));
      }
    }
    if (found != 1) {
      throw new IllegalArgumentException("toString does not show the class");
    }
  }

  /** Makes the provider, or a listener, make channels of JFS where it makes the JDK's. */
  static byte[] makes(byte[] original) {
    return JdkPatches.renamed(original, CHANNEL, JFS_CHANNEL);
  }
}
