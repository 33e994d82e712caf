package jfs.agent.install;

import static jfs.agent.install.Instructions.ALOAD_0;
import static jfs.agent.install.Instructions.ALOAD_1;
import static jfs.agent.install.Instructions.ASTORE_1;
import static jfs.agent.install.Instructions.CHECKCAST;
import static jfs.agent.install.Instructions.DUP;
import static jfs.agent.install.Instructions.GETFIELD;
import static jfs.agent.install.Instructions.ILOAD_0;
import static jfs.agent.install.Instructions.ILOAD_1;
import static jfs.agent.install.Instructions.ILOAD_2;
import static jfs.agent.install.Instructions.ILOAD_3;
import static jfs.agent.install.Instructions.INVOKESPECIAL;
import static jfs.agent.install.Instructions.INVOKESTATIC;
import static jfs.agent.install.Instructions.NEW;
import static jfs.agent.install.Instructions.NOP;

/**
 * The changes that the agent makes to the JDK. Each looks for one place in one method, which
 * another agent may have changed elsewhere, and throws {@link IllegalArgumentException} if that
 * place is not as expected. Each returns null for a class that has the change already.
 */
final class JdkPatches {

  static final String SOCKET_IMPL = "java/net/SocketImpl";
  static final String NIO_SOCKET_IMPL = "sun/nio/ch/NioSocketImpl";
  static final String SOCKET = "java/net/Socket";
  static final String SERVER_SOCKET = "java/net/ServerSocket";

  static final String SELECTOR_PROVIDER = "sun/nio/ch/SelectorProviderImpl";
  static final String SERVER_CHANNEL = "sun/nio/ch/ServerSocketChannelImpl";
  static final String EPOLL_PROVIDER = "sun/nio/ch/EPollSelectorProvider";

  private static final String CHANNEL = "sun/nio/ch/SocketChannelImpl";
  private static final String JFS_CHANNEL = "sun/nio/ch/JfsSocketChannel";
  private static final String SELECTOR = "sun/nio/ch/EPollSelectorImpl";
  private static final String JFS_SELECTOR = "sun/nio/ch/JfsEPollSelector";

  static final String JFS_SOCKETS = "java/net/JfsSockets";

  private static final String IMPL = "L" + SOCKET_IMPL + ";";
  private static final String MAKE = "make";
  private static final String MAKES = "(Z)" + IMPL;
  private static final String PLATFORM = "platform";
  private static final String IMPL_TO_NIO = "(" + IMPL + ")L" + NIO_SOCKET_IMPL + ";";
  private static final String ACCEPTED = "accepted";
  private static final String IMPL_TO_IMPL = "(" + IMPL + ")" + IMPL;
  private static final String PREFER = "prefer";
  private static final String PREFERS = "(Ljava/lang/Object;" + IMPL + "III)V";
  private static final String TAKES_IMPL = "(" + IMPL + ")V";

  private JdkPatches() {}

  /**
   * Makes {@code SocketImpl.createPlatformSocketImpl} call {@code JfsSockets.make} where it makes
   * the JDK's implementation. Both take eight bytes.
   */
  static byte[] socketImpl(byte[] original) {
    ClassFile file = new ClassFile(original);
    MethodCode code = MethodCode.of(file, "createPlatformSocketImpl", MAKES);
    int found = 0;
    Instructions all = new Instructions(code);
    while (all.next()) {
      int at = all.at();
      if (all.is(INVOKESTATIC) && isJfs(file, at, MAKE, MAKES)) {
        return null;
      }
      if (all.is(NEW) && file.isClass(file.unsignedShort(at + 1), NIO_SOCKET_IMPL)) {
        require(found == 0 && isMaking(file, at, code.end()), "the JDK's implementation is made");
        found = at;
      }
    }
    require(found != 0, "the JDK's implementation is not made");
    putCall(file, found + 5, file.addMethodref(JFS_SOCKETS, MAKE, MAKES));
    file.putBytes(found, (byte) NOP, (byte) NOP, (byte) NOP, (byte) NOP);
    return file.toBytes();
  }

  /** Whether the code of {@code new NioSocketImpl(server)} is here, with nothing between. */
  private static boolean isMaking(ClassFile file, int at, int end) {
    return at + 8 <= end
        && file.unsignedByte(at + 3) == DUP
        && file.unsignedByte(at + 4) == ILOAD_0
        && file.unsignedByte(at + 5) == INVOKESPECIAL
        && file.isMethod(file.unsignedShort(at + 6), NIO_SOCKET_IMPL, "<init>", "(Z)V");
  }

  /**
   * Makes {@code NioSocketImpl.accept(SocketImpl)} accept into what lies beneath JFS's
   * implementation: where it casts its argument, it then calls {@code JfsSockets.platform}. Both
   * instructions take three bytes.
   */
  static byte[] nioSocketImpl(byte[] original) {
    ClassFile file = new ClassFile(original);
    Instructions all = new Instructions(MethodCode.of(file, "accept", TAKES_IMPL));
    int found = 0;
    boolean argument = false;
    while (all.next()) {
      int at = all.at();
      if (all.is(INVOKESTATIC) && isJfs(file, at, PLATFORM, IMPL_TO_NIO)) {
        return null;
      }
      if (all.is(CHECKCAST) && file.isClass(file.unsignedShort(at + 1), NIO_SOCKET_IMPL)) {
        require(found == 0 && argument, "accept has another cast than that of its argument");
        found = at;
      }
      argument = all.is(ALOAD_1);
    }
    require(found != 0, "accept does not cast its argument");
    putCall(file, found, file.addMethodref(JFS_SOCKETS, PLATFORM, IMPL_TO_NIO));
    return file.toBytes();
  }

  /**
   * Makes {@code setPerformancePreferences} of {@code Socket} or {@code ServerSocket}, which is
   * empty in the JDK, call {@code JfsSockets.prefer} with the socket and the implementation that it
   * has now.
   */
  static byte[] preferences(byte[] original) {
    ClassFile file = new ClassFile(original);
    MethodCode code = MethodCode.of(file, "setPerformancePreferences", "(III)V");
    if (calls(code, PREFER, PREFERS)) {
      return null;
    }
    int impl = file.indexOfOwnField("impl", IMPL);
    int prefer = file.addMethodref(JFS_SOCKETS, PREFER, PREFERS);
    byte[] call = {
      ALOAD_0,
      ALOAD_0,
      (byte) GETFIELD,
      (byte) (impl >> 8),
      (byte) impl,
      ILOAD_1,
      ILOAD_2,
      ILOAD_3,
      (byte) INVOKESTATIC,
      (byte) (prefer >> 8),
      (byte) prefer
    };
    CodePrefix.put(code, call, 5);
    return file.toBytes();
  }

  /**
   * Makes the method of {@code Socket} that is given the implementation of an accepted connection
   * ask {@code JfsSockets.accepted} first: a thread that was in {@code accept} when the agent came
   * has accepted into the JDK's own.
   */
  static byte[] accepted(byte[] original) {
    ClassFile file = new ClassFile(original);
    // The former from JDK 19 on, the latter before.
    MethodCode code = MethodCode.find(file, "setConnectedImpl", TAKES_IMPL);
    if (code == null) {
      code = MethodCode.of(file, "setImpl", TAKES_IMPL);
    }
    if (calls(code, ACCEPTED, IMPL_TO_IMPL)) {
      return null;
    }
    int accepted = file.addMethodref(JFS_SOCKETS, ACCEPTED, IMPL_TO_IMPL);
    byte[] call = {ALOAD_1, (byte) INVOKESTATIC, (byte) (accepted >> 8), (byte) accepted, ASTORE_1};
    CodePrefix.put(code, call, 1);
    return file.toBytes();
  }

  /** Makes the default provider, or a listener, make channels of JFS where it makes the JDK's. */
  static byte[] channels(byte[] original) {
    return renamed(original, CHANNEL, JFS_CHANNEL);
  }

  /** Makes the default provider make selectors of JFS. */
  static byte[] selectors(byte[] original) {
    return renamed(original, SELECTOR, JFS_SELECTOR);
  }

  /** Makes a class refer to another one in place of one of the JDK's. */
  static byte[] renamed(byte[] original, String from, String to) {
    ClassFile file = new ClassFile(original);
    if (file.refersTo(to)) {
      return null;
    }
    require(file.renameClass(from, to), "no use of " + from);
    return file.toBytes();
  }

  private static boolean calls(MethodCode code, String name, String descriptor) {
    Instructions all = new Instructions(code);
    while (all.next()) {
      if (all.is(INVOKESTATIC) && isJfs(code.file(), all.at(), name, descriptor)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isJfs(ClassFile file, int at, String name, String descriptor) {
    return file.isMethod(file.unsignedShort(at + 1), JFS_SOCKETS, name, descriptor);
  }

  private static void putCall(ClassFile file, int at, int method) {
    file.putBytes(at, (byte) INVOKESTATIC);
    file.putShort(at + 1, method);
  }

  private static void require(boolean expected, String otherwise) {
    if (!expected) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
