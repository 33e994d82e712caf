package java.net;

import java.io.IOException;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.function.ObjIntConsumer;
import java.util.function.ToIntFunction;
import sun.nio.ch.NioSocketImpl;

/**
 * The protected operations of {@link SocketImpl}, for JFS to call on the JDK's implementations.
 * Each instance is one of them. It has the JDK's own interfaces, since a class of {@code java.net}
 * knows none of JFS.
 *
 * <p>JFS defines this class in {@code java.net}, and no other code can get at it. Method handles
 * would do as well, but a JVM takes some ten milliseconds of a program's first connection to make
 * them.
 *
 * <p>Two copies of JFS in a JVM share this class. If they are not of one release they may number
 * the operations differently: a change of the order needs a class with the next number.
 */
final class JfsSocketCalls1
    implements BiConsumer<Object, Object>,
        BiFunction<Object, Object, Object>,
        ToIntFunction<Object>,
        ObjIntConsumer<Object>,
        IntFunction<Object> {

  // Of Object, so that the compiler makes no bridge method for each, which a program that is just
  // starting would run in the interpreter.

  // In the order in which jfs.core.platform.PlatformSockets takes them.
  private static final int NEW = 0;
  private static final int CREATE = 1;
  private static final int LISTEN = 2;
  private static final int URGENT = 3;
  private static final int AVAILABLE = 4;
  private static final int PORT = 5;
  private static final int LOCAL_PORT = 6;
  private static final int CONNECT = 7;
  private static final int BIND = 8;
  private static final int ACCEPT = 9;
  private static final int SHUTDOWN_INPUT = 10;
  private static final int SHUTDOWN_OUTPUT = 11;
  private static final int CLOSE = 12;
  private static final int SET_OPTION = 13;
  private static final int INPUT = 14;
  private static final int OUTPUT = 15;
  private static final int GET_OPTION = 16;
  private static final int SUPPORTED_OPTIONS = 17;
  private static final int DESCRIPTOR = 18;
  private static final int ADDRESS = 19;
  private static final int OPERATIONS = 20;

  private final int operation;

  private JfsSocketCalls1(int operation) {
    this.operation = operation;
  }

  /** All operations, in the order above. */
  static Object[] all() {
    Object[] all = new Object[OPERATIONS];
    for (int i = 0; i < all.length; i++) {
      all[i] = new JfsSocketCalls1(i);
    }
    return all;
  }

  @Override
  public Object apply(int server) {
    return new NioSocketImpl(server != 0);
  }

  @Override
  public int applyAsInt(Object socket) {
    SocketImpl impl = (SocketImpl) socket;
    try {
      return switch (operation) {
        case AVAILABLE -> impl.available();
        case PORT -> impl.getPort();
        case LOCAL_PORT -> impl.getLocalPort();
        default -> throw new IllegalStateException();
      };
    } catch (IOException e) {
      throw rethrow(e);
    }
  }

  @Override
  public void accept(Object socket, int value) {
    SocketImpl impl = (SocketImpl) socket;
    try {
      switch (operation) {
        case CREATE -> impl.create(value != 0);
        case LISTEN -> impl.listen(value);
        case URGENT -> impl.sendUrgentData(value);
        default -> throw new IllegalStateException();
      }
    } catch (IOException e) {
      throw rethrow(e);
    }
  }

  /** One argument comes as it is, two come in an array. */
  @Override
  public void accept(Object socket, Object argument) {
    SocketImpl impl = (SocketImpl) socket;
    try {
      switch (operation) {
        case CONNECT -> {
          Object[] both = (Object[]) argument;
          impl.connect((SocketAddress) both[0], (Integer) both[1]);
        }
        case BIND -> {
          Object[] both = (Object[]) argument;
          impl.bind((InetAddress) both[0], (Integer) both[1]);
        }
        case ACCEPT -> impl.accept((SocketImpl) argument);
        case SHUTDOWN_INPUT -> impl.shutdownInput();
        case SHUTDOWN_OUTPUT -> impl.shutdownOutput();
        case CLOSE -> impl.close();
        case SET_OPTION -> setOption(impl, (Object[]) argument);
        default -> throw new IllegalStateException();
      }
    } catch (IOException e) {
      throw rethrow(e);
    }
  }

  @Override
  public Object apply(Object socket, Object argument) {
    SocketImpl impl = (SocketImpl) socket;
    try {
      return switch (operation) {
        case INPUT -> impl.getInputStream();
        case OUTPUT -> impl.getOutputStream();
        case GET_OPTION -> impl.getOption((SocketOption<?>) argument);
        case SUPPORTED_OPTIONS -> impl.supportedOptions();
        case DESCRIPTOR -> impl.getFileDescriptor();
        case ADDRESS -> impl.getInetAddress();
        default -> throw new IllegalStateException();
      };
    } catch (IOException e) {
      throw rethrow(e);
    }
  }

  @SuppressWarnings("unchecked") // the caller's signature ties the value's type to the option's
  private static void setOption(SocketImpl impl, Object[] optionAndValue) throws IOException {
    impl.setOption((SocketOption<Object>) optionAndValue[0], optionAndValue[1]);
  }

  /** Throws it as it is: the interfaces declare no exceptions, and the callers in JFS do. */
  @SuppressWarnings("unchecked")
  private static <E extends Throwable> RuntimeException rethrow(Throwable t) throws E {
    throw (E) t;
  }
}
