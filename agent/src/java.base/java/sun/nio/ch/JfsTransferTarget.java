package sun.nio.ch;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.JfsChannelEnd;
import java.net.ProtocolFamily;
import java.net.SocketAddress;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.spi.SelectorProvider;
import java.util.concurrent.TimeUnit;

/**
 * A channel that learns when {@code FileChannel.transferTo} gives its descriptor to the kernel,
 * which then writes to TCP past JFS. Newer JDKs call a method of the channel before and after that;
 * then the direction stays on TCP from there on. Older ones copy if the channel gives no descriptor.
 */
abstract class JfsTransferTarget extends SocketChannelImpl {

  private static final MethodHandles.Lookup OWN = MethodHandles.lookup();

  /** JFS's end; null before there is a connection, and if JFS has no part in it. */
  volatile JfsChannelEnd end;

  /**
   * The end from which the transfer under way keeps other writers; null if there was none when the
   * transfer began. Written and read by the thread that transfers, which holds the JDK's lock for
   * writes meanwhile.
   */
  private JfsChannelEnd kept;

  JfsTransferTarget(SelectorProvider provider) throws IOException {
    super(provider);
  }

  JfsTransferTarget(SelectorProvider provider, ProtocolFamily family) throws IOException {
    super(provider, family);
  }

  JfsTransferTarget(
      SelectorProvider provider, ProtocolFamily family, FileDescriptor fd, SocketAddress remote)
      throws IOException {
    super(provider, family, fd, remote);
  }

  /**
   * The thread of a transfer that is to copy, since its bytes can't go by TCP again; null if there
   * is none. Written by that thread; volatile, since others ask for the descriptor meanwhile.
   */
  private volatile Thread copies;

  @Override
  public FileDescriptor getFD() {
    if (end != null && !Transfers.ARE_TOLD) {
      return null;
    }
    return copies == Thread.currentThread() ? Transfers.COPIED_TO : super.getFD();
  }

  /** The descriptor, for all but transfers. */
  final FileDescriptor ownDescriptor() {
    return super.getFD();
  }

  /**
   * Waits for an event. The superclass would ask for the descriptor, but not for a virtual thread:
   * that must not wait in the kernel here, where it keeps its carrier and no close wakes it.
   */
  @Override
  public void park(int event, long nanos) throws IOException {
    JfsChannelEnd jfs = end;
    if (jfs == null || Transfers.ARE_TOLD || jfs.writesParts()) {
      super.park(event, nanos);
    } else {
      long millis = nanos <= 0 ? -1 : TimeUnit.NANOSECONDS.toMillis(nanos + 999_999);
      Net.poll(super.getFD(), event, millis);
    }
  }

  /** Keeps writers out, who do without the JDK's lock, until {@link #giveTurnToWrite}. */
  abstract void takeTurnToWrite();

  /** Lets writers in again. */
  abstract void giveTurnToWrite();

  /** Overrides a method that JDK 17 does not have. */
  void beforeTransferTo() throws IOException {
    boolean begun = false;
    takeTurnToWrite();
    try {
      transferBegins();
      begun = true;
    } finally {
      if (!begun) {
        giveTurnToWrite();
      }
    }
  }

  private void transferBegins() throws IOException {
    JfsChannelEnd jfs = isOpen() && super.isOutputOpen() ? end : null; // else the JDK refuses
    if (jfs != null && jfs.leavesTcpAlone(false)) {
      if (Transfers.COPIED_TO == null) {
        throw new IOException("no descriptor for a copy");
      }
      Transfers.call(Transfers.BEFORE, this, false);
      copies = Thread.currentThread();
      return;
    }
    if (jfs != null) {
      keepsToTcp(jfs);
    }
    boolean begun = false;
    try {
      Transfers.call(Transfers.BEFORE, this, false);
      kept = jfs;
      begun = true;
    } finally {
      if (!begun && jfs != null) {
        jfs.otherHasWritten();
      }
    }
  }

  private void keepsToTcp(JfsChannelEnd jfs) throws IOException {
    try {
      jfs.otherWrites();
    } catch (SocketException e) {
      throw isOpen() && isOutputOpen()
          ? new IOException(e.getMessage(), e)
          : new ClosedChannelException();
    }
  }

  /** Overrides a method that JDK 17 does not have. */
  void afterTransferTo(boolean completed) throws IOException {
    JfsChannelEnd jfs = kept; // before the JDK releases its lock
    kept = null;
    copies = null;
    try {
      Transfers.call(Transfers.AFTER, this, completed);
    } finally {
      try {
        if (jfs != null) {
          jfs.otherHasWritten();
        }
      } finally {
        giveTurnToWrite();
      }
    }
  }

  /**
   * The superclass's methods around a transfer, where it has them. Both are called at one place, and
   * so with one type: the JVM takes heap where it links a call for the first time, and once the
   * first method has taken the JDK's lock, the second must be able to give it back.
   */
  private static final class Transfers {
    static final MethodHandle BEFORE =
        withResult(find("beforeTransferTo", MethodType.methodType(void.class)));
    static final MethodHandle AFTER =
        find("afterTransferTo", MethodType.methodType(void.class, boolean.class));
    static final boolean ARE_TOLD = BEFORE != null && AFTER != null;

    /** A file to which the kernel copies nothing, so that the JDK does: see sendfile(2), EINVAL. */
    static final FileDescriptor COPIED_TO = ARE_TOLD ? appended() : null;

    private static FileDescriptor appended() {
      try {
        return new FileOutputStream("/dev/null", true).getFD();
      } catch (IOException e) {
        return null;
      }
    }

    private static MethodHandle find(String name, MethodType type) {
      try {
        return OWN.findSpecial(SocketChannelImpl.class, name, type, JfsTransferTarget.class);
      } catch (ReflectiveOperationException | RuntimeException e) {
        return null;
      }
    }

    /** As a method that also gets, and ignores, whether the transfer has completed. */
    private static MethodHandle withResult(MethodHandle method) {
      return method == null ? null : MethodHandles.dropArguments(method, 1, boolean.class);
    }

    static void call(MethodHandle method, JfsTransferTarget target, boolean completed)
        throws IOException {
      try {
        method.invokeExact(target, completed);
      } catch (IOException | RuntimeException | Error e) {
        throw e;
      } catch (Throwable t) {
        throw new IOException(t);
      }
    }
  }
}
