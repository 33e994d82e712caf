package jfs.agent.install;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which classes the transformer changes, each in its way, and what it does where that fails. */
class JdkTransformerTest {

  private final byte[] socketImpl = ClassFiles.ofJdk(JdkPatches.SOCKET_IMPL);
  private final byte[] nioSocketImpl = ClassFiles.ofJdk(JdkPatches.NIO_SOCKET_IMPL);
  private final byte[] socket = ClassFiles.ofJdk(JdkPatches.SOCKET);
  private final byte[] serverSocket = ClassFiles.ofJdk(JdkPatches.SERVER_SOCKET);

  @Test
  void transformerSeesToClassesOfTheJdkOnly() {
    JdkTransformer transformer = new JdkTransformer();
    ClassLoader own = getClass().getClassLoader();
    assertNull(transform(transformer, null, "java/lang/String", socketImpl));
    assertNull(transform(transformer, null, "java/net/SocketImpx", socketImpl));
    assertNull(transform(transformer, null, null, socketImpl));
    assertNull(transform(transformer, own, JdkPatches.SOCKET_IMPL, socketImpl));
    assertFalse(transformer.has("java.net.SocketImpl"));
    assertArrayEquals(
        JdkPatches.socketImpl(socketImpl),
        transform(transformer, null, JdkPatches.SOCKET_IMPL, socketImpl));
    assertTrue(transformer.has("java.net.SocketImpl"));
  }

  @Test
  void transformerHasAPatchForEachClass() {
    JdkTransformer transformer = new JdkTransformer();
    assertArrayEquals(
        JdkPatches.nioSocketImpl(nioSocketImpl),
        transform(transformer, null, JdkPatches.NIO_SOCKET_IMPL, nioSocketImpl));
    assertArrayEquals(
        JdkPatches.accepted(JdkPatches.preferences(socket)),
        transform(transformer, null, JdkPatches.SOCKET, socket));
    assertArrayEquals(
        JdkPatches.preferences(serverSocket),
        transform(transformer, null, JdkPatches.SERVER_SOCKET, serverSocket));
  }

  @Test
  void transformerLeavesAChangedClassAsItIs() {
    JdkTransformer transformer = new JdkTransformer();
    for (String name : List.of(JdkPatches.SOCKET, JdkPatches.NIO_SOCKET_IMPL)) {
      byte[] changed = transform(transformer, null, name, ClassFiles.ofJdk(name));
      assertNull(transform(transformer, null, name, changed));
      assertTrue(transformer.has(name));
    }
  }

  @Test
  void withoutTheChangeToListenersSocketsAreTheJdks() {
    JdkTransformer transformer = new JdkTransformer();
    assertTrue(transformer.allowsSockets());
    assertNull(transform(transformer, null, JdkPatches.NIO_SOCKET_IMPL, socketImpl));
    IllegalStateException e =
        assertThrows(
            IllegalStateException.class, () -> transformer.has(JdkPatches.NIO_SOCKET_IMPL));
    assertEquals(IllegalArgumentException.class, e.getCause().getClass());
    assertFalse(transformer.allowsSockets());
    transform(transformer, null, JdkPatches.NIO_SOCKET_IMPL, nioSocketImpl);
    assertTrue(transformer.allowsSockets());
  }

  /** A selector of the JDK's would not look at channels of JFS. */
  @Test
  void withoutTheChangeToSelectorsChannelsAreTheJdks() {
    JdkTransformer transformer = new JdkTransformer();
    List<String> left = new ArrayList<>();
    transformer.addChannels(() -> left.add("left"));
    byte[] selectors = ClassFiles.ofJdk(JdkPatches.EPOLL_PROVIDER);
    assertNotNull(transform(transformer, null, JdkPatches.EPOLL_PROVIDER, selectors));
    assertEquals(List.of(), left);
    assertNull(transform(transformer, null, JdkPatches.EPOLL_PROVIDER, socketImpl));
    assertEquals(List.of("left"), left);
  }

  /** First what calls JFS and is else as before, and what makes channels of JFS only then. */
  @Test
  void asynchronousChannelsAreChangedStepByStep() {
    JdkTransformer transformer = new JdkTransformer();
    assertChanged(transformer);
    transformer.addChannels(() -> {});
    assertChanged(transformer);
    transformer.addAsynchronous();
    assertChanged(transformer, AsynchronousPatches.BASE, AsynchronousPatches.CHANNEL);
    transformer.addAsynchronousMakers(true);
    assertChanged(
        transformer,
        AsynchronousPatches.BASE,
        AsynchronousPatches.CHANNEL,
        AsynchronousPatches.PROVIDER,
        AsynchronousPatches.SERVER_CHANNEL);
  }

  private static void assertChanged(JdkTransformer transformer, String... expected) {
    List<String> changed = new ArrayList<>();
    for (String name :
        List.of(
            AsynchronousPatches.BASE,
            AsynchronousPatches.CHANNEL,
            AsynchronousPatches.PROVIDER,
            AsynchronousPatches.SERVER_CHANNEL)) {
      if (transform(transformer, null, name, ClassFiles.ofJdk(name)) != null) {
        changed.add(name);
        assertTrue(transformer.has(name));
      }
    }
    assertEquals(List.of(expected), changed);
  }

  private static byte[] transform(
      JdkTransformer transformer, ClassLoader loader, String name, byte[] file) {
    return transformer.transform(null, loader, name, null, null, file);
  }
}
