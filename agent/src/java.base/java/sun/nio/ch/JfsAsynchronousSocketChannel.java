package sun.nio.ch;

import java.io.FileDescriptor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.JfsAccount;
import java.net.JfsChannelEnd;
import java.net.JfsChannels;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import sun.net.ConnectionResetException;
import jdk.internal.vm.annotation.ReservedStackAccess;

/**
 * The JDK's asynchronous channel while the JFS agent is installed: the JDK's own in all but the way
 * of the bytes. The agent has the JDK make it in place of its superclass, and call it, by {@link
 * JfsAsynchronousCalls}, where the superclass would use the descriptor.
 *
 * <p>One thread at a time reads, and one writes, each between {@code begin} and {@code end}. None
 * is in there, and none will be, when the channel closes.
 */
final class JfsAsynchronousSocketChannel extends JfsAwaitingChannel {

  static {
    JfsAsynchronousCalls.mayBeJfs = true;
  }

  /**
   * The connection, also one that stays on TCP for good, as JFS counts it; null before there is
   * one.
   */
  private volatile JfsChannelEnd counted;

  /** Of the connection; null if JFS has no part in it. */
  private volatile JfsAccount account;

  private volatile JfsAsynchronousTcp tcp;

  /** Of the reader. */
  private final Held held = new Held();

  /** Of the writer. */
  private final HeldWrite heldToWrite = new HeldWrite();

  /** Whether the program was told of a reset, which the kernel tells once. Of the reader. */
  private boolean reset;

  JfsAsynchronousSocketChannel(Port port) throws IOException {
    super(port);
  }

  /** Of an accepted connection. */
  JfsAsynchronousSocketChannel(Port port, FileDescriptor fd, InetSocketAddress remote)
      throws IOException {
    super(port, fd, remote);
    try {
      begin(); // the group may shut down meanwhile, and close it
      make(localAddress, remote, false);
    } catch (ClosedChannelException e) {
      // As with the JDK's own, an operation tells.
    } finally {
      end();
    }
  }

  /** The connection is made; no thread can read or write yet. */
  void connected(InetSocketAddress local) {
    try {
      make(local, Net.remoteAddress(fd), true);
    } catch (IOException e) {
      // The peer has gone already, of which an operation tells.
    }
  }

  private void make(InetSocketAddress local, InetSocketAddress remote, boolean opened) {
    JfsAsynchronousTcp own;
    JfsChannelEnd made;
    try {
      own = new JfsAsynchronousTcp(this, local, remote);
      made = JfsChannels.make(this, own, opened);
    } catch (VirtualMachineError e) {
      return; // no memory, and no peer knows of this end
    }
    tcp = own;
    end = made == null || made.isPlain() ? null : made;
    account = made == null ? null : made.account();
    counted = made;
  }

  /** As {@link #readNow}, but looks for a while whether something comes, if that pays. */
  int readFirst(ByteBuffer to) throws IOException {
    int n = readNow(to);
    return n == IOStatus.UNAVAILABLE && mayCome() ? readNow(to) : n;
  }

  /** Reads what there is, and returns what the JDK's own read would. */
  @ReservedStackAccess
  int readNow(ByteBuffer to) throws IOException {
    JfsChannelEnd jfs = end;
    if (jfs == null) {
      return (int) received(IOUtil.read(fd, to, -1, true, JfsAsynchronousTcp.DISPATCHER));
    }
    if (!leavesToJfs && !to.hasRemaining()) {
      return readItself(jfs, to);
    }
    return to.hasRemaining() ? held.read(fd, to) : 0;
  }

  private int readInMode(ByteBuffer to) throws IOException {
    JfsChannelEnd jfs = end;
    return leavesToJfs ? readBy(jfs, to) : readItself(jfs, to);
  }

  /** A read while the buffers' memory can't be freed. */
  private final class Held extends JfsHeldRead {

    Held() {
      super(true);
    }

    @Override
    int readNext(ByteBuffer to) throws IOException {
      return readInMode(to);
    }
  }

  /** A write likewise: else it may fail as a whole when a part of it is sent. */
  private final class HeldWrite extends JfsHeldWrite {

    HeldWrite() {
      super(true);
    }

    @Override
    int writeNext(ByteBuffer from) throws IOException {
      return writeBy(end, from);
    }

    @Override
    long writeNext(ByteBuffer[] from, int offset, int length) throws IOException {
      return gather(end, from);
    }
  }

  /** Reads without JFS, which is told once it wants to know. */
  private int readItself(JfsChannelEnd jfs, ByteBuffer to) throws IOException {
    int from = to.position();
    int n;
    try {
      n = IOUtil.read(fd, to, -1, true, JfsAsynchronousTcp.DISPATCHER);
    } catch (SocketException e) {
      if (e instanceof ConnectionResetException) {
        tcp.wasReset();
      }
      if (leavesToJfs) {
        return readBy(jfs, to); // which meets the same, and knows what it means
      }
      reset |= e instanceof ConnectionResetException;
      throw e;
    }
    if (n > 0 && !leavesToJfs) {
      if (account.read(n)) {
        askJfs();
      }
      return n;
    }
    if (n > 0) {
      int own = jfs.readByChannel(to, from, n);
      return own == JfsChannelEnd.AGAIN ? readBy(jfs, to) : own;
    }
    if (n == IOStatus.EOF && leavesToJfs) {
      return readBy(jfs, to); // which knows whether that is the end of the stream
    }
    return (int) received(n);
  }

  /** Has JFS look whether the connection is worth a transport. */
  private void askJfs() {
    try {
      counted.due();
    } catch (IOException | RuntimeException | LinkageError | VirtualMachineError e) {
      // The read or write is done, and the program has to learn that. JFS is asked again next time.
    }
  }

  private int readBy(JfsChannelEnd jfs, ByteBuffer to) throws IOException {
    if (reset) {
      return IOStatus.EOF; // as the kernel says after it has told
    }
    try {
      int n = JfsCalls.read(jfs, to, JfsChannelEnd.NO_WAIT);
      return n == 0 ? IOStatus.UNAVAILABLE : n;
    } catch (SocketException e) {
      if (JfsAsynchronousTcp.RESET.equals(e.getMessage())) {
        reset = true;
        throw new ConnectionResetException(JfsAsynchronousTcp.RESET);
      }
      throw asOfChannel(e);
    }
  }

  /** What a channel throws is no {@link SocketException}, but for a reset. */
  private static IOException asOfChannel(SocketException e) {
    return new IOException(e.getMessage(), e.getCause());
  }

  /** Counts what the JDK has read without an account, or the end of the stream. */
  private long received(long bytes) {
    JfsChannelEnd jfs = counted;
    if (jfs != null && (bytes > 0 || bytes == IOStatus.EOF)) {
      jfs.received(bytes);
    }
    return bytes;
  }

  /** Whether something comes, after a look for a while; else the read has to wait. */
  private boolean mayCome() {
    JfsChannelEnd jfs = end;
    return jfs != null && leavesToJfs && jfs.isFast(true, false) && spin.finds(jfs);
  }

  /** A scattering read, as {@link #readFirst(ByteBuffer)}. */
  long readFirst(ByteBuffer[] to) throws IOException {
    long n = readNow(to);
    return n == IOStatus.UNAVAILABLE && mayCome() ? readNow(to) : n;
  }

  /** A scattering read, as {@link #readNow(ByteBuffer)}. */
  @ReservedStackAccess
  long readNow(ByteBuffer[] to) throws IOException {
    long room = end == null ? 0 : JfsBuffers.room(to, 0, to.length);
    if (room == 0) {
      return received(IOUtil.read(fd, to, true, JfsAsynchronousTcp.DISPATCHER));
    }
    return held.read(fd, to, 0, to.length);
  }

  /** Writes what there is room for, and returns what the JDK's own write would. */
  @ReservedStackAccess
  int writeNow(ByteBuffer from) throws IOException {
    JfsChannelEnd jfs = end;
    if (jfs != null && leavesToJfs) {
      return from.hasRemaining() ? heldToWrite.write(fd, from) : 0;
    }
    boolean done = false;
    try {
      int n = IOUtil.write(fd, from, -1, true, JfsAsynchronousTcp.DISPATCHER);
      done = true;
      return (int) sent(n);
    } finally {
      failedUnless(done);
    }
  }

  private int writeBy(JfsChannelEnd jfs, ByteBuffer from) throws IOException {
    try {
      int n = JfsCalls.write(jfs, from, false);
      return n == 0 ? IOStatus.UNAVAILABLE : n;
    } catch (SocketException e) {
      throw asOfChannel(e);
    }
  }

  /** A gathering write, as {@link #writeNow(ByteBuffer)}. */
  @ReservedStackAccess
  long writeNow(ByteBuffer[] from) throws IOException {
    JfsChannelEnd jfs = end;
    if (jfs != null && leavesToJfs && JfsBuffers.remaining(from, 0, from.length) > 0) {
      return heldToWrite.write(fd, from, 0, from.length);
    }
    boolean done = false;
    try {
      long n = IOUtil.write(fd, from, true, JfsAsynchronousTcp.DISPATCHER);
      done = true;
      return sent(n);
    } finally {
      failedUnless(done);
    }
  }

  /** Copies what may go at once, so that the peer is woken once for all. */
  private long gather(JfsChannelEnd jfs, ByteBuffer[] from) throws IOException {
    long bytes = JfsBuffers.remaining(from, 0, from.length);
    int most = (int) Math.min(bytes, JfsReadingChannel.MOST_AT_ONCE);
    ByteBuffer all = ByteBuffer.allocate(most);
    ByteBuffer[] each = JfsBuffers.apart(from, 0, from.length);
    JfsBuffers.gather(each, 0, each.length, all);
    all.flip();
    int n = writeBy(jfs, all);
    if (n > 0) {
      JfsBuffers.skip(each, 0, n);
      JfsBuffers.follow(from, each, 0, from.length);
    }
    return n;
  }

  /** Counts what the JDK has written. */
  private long sent(long bytes) {
    JfsChannelEnd jfs = counted;
    if (jfs != null && bytes > 0) {
      if (end == null) {
        jfs.sent(bytes);
      } else if (account.wrote(bytes)) {
        askJfs();
      }
    }
    return bytes;
  }

  private void failedUnless(boolean done) {
    if (!done && end != null) {
      account.writeFailed();
    }
  }

  /** The program ends the input or the output. */
  @ReservedStackAccess
  void shutdown(int how) throws IOException {
    JfsChannelEnd jfs = end;
    if (jfs == null) {
      Net.shutdown(fd, how);
      return;
    }
    if (how == Net.SHUT_RD) {
      jfs.shutdownInput();
    } else {
      jfs.shutdownOutput();
    }
    if (leavesToJfs) {
      changed(); // what is pending may end by that, and the kernel need not tell
    }
  }

  @Override
  @ReservedStackAccess
  void implClose() throws IOException {
    JfsChannelEnd jfs = counted;
    if (jfs == null) {
      super.implClose();
      return;
    }
    try {
      jfs.close();
    } finally {
      tcp.end(); // unless that is done
    }
  }

  @Override
  void endTcp() throws IOException {
    super.implClose();
  }
}
