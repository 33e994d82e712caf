package jfs.toy;

import java.io.IOException;
import jfs.core.tcp.Flags;
import jfs.core.tcp.PeerEnding;
import jfs.core.transport.Anchor;
import jfs.core.transport.TransportReceiver;
import jfs.core.transport.TransportSender;
import jfs.core.transport.TransportStream;

/**
 * The bytes of one end of a pair, and how they end: each end tells the other by {@link Flags}, and
 * {@link PeerEnding} makes of these what the kernel would tell. TCP ends after that, so a thread
 * that this wakes there finds the reason here.
 */
final class ToyStream implements TransportStream {

  private final ToyPair pair;
  private final ToyDirection out;
  private final ToyDirection in;
  private final Anchor tcp;
  private final PeerEnding peer;
  private final ToySender sender;
  private final ToyReceiver receiver;

  ToyStream(ToyPair pair, ToyDirection out, ToyDirection in, Anchor tcp) {
    this.pair = pair;
    this.out = out;
    this.in = in;
    this.tcp = tcp;
    peer = new PeerEnding(out);
    sender = new ToySender(pair, out, tcp, peer);
    receiver = new ToyReceiver(pair, in, tcp, peer);
  }

  /** What this end tells its program about the other one. */
  PeerEnding peer() {
    return peer;
  }

  @Override
  public TransportSender sender() {
    return sender;
  }

  @Override
  public TransportReceiver receiver() {
    return receiver;
  }

  @Override
  public int available(int beforeSwitch) {
    return receiver.available();
  }

  @Override
  public void shutdownOutput() throws IOException {
    finish();
    tcp.shutdownOutput(); // wakes a receiver that waits there; a doorbell would be for no byte
  }

  /** Tells the peer that nothing more comes from here, by this stream or by TCP. */
  void finish() {
    try (ToyPair.Held held = pair.lock()) {
      out.addSenderFlags(Flags.FINISHED);
      refuseIfShut();
      pair.wakeSenders();
    }
  }

  @Override
  public void shutdownInput() {
    try (ToyPair.Held held = pair.lock()) {
      receiver.shut();
      refuseIfShut();
      pair.wakeSenders();
    }
  }

  /** For its peer, an end that neither sends nor receives is closed: see {@link Flags}. */
  private void refuseIfShut() {
    if (receiver.isShut() && out.isFinished()) {
      in.addReceiverFlags(Flags.CLOSED);
    }
  }

  @Override
  public void socketOptions(int sendBuffer, int receiveBuffer, boolean urgentInline) {
    try (ToyPair.Held held = pair.lock()) {
      out.sendBuffer = sendBuffer;
      in.receiveBuffer = receiveBuffer;
      in.urgentInline(urgentInline);
      pair.wakeSenders(); // they may have more room
    }
  }

  @Override
  public void close(boolean reset, boolean unreadOnTcp) {
    try (ToyPair.Held held = pair.lock()) {
      if (receiver.isClosed()) {
        return;
      }
      // After a half-close the peer has its end of file, and no reset follows that: its writes
      // fail, as they do where bytes are left unread.
      boolean ended = out.isFinished();
      boolean resets = reset && !ended;
      boolean unread = unreadOnTcp || in.hasUnread() || (reset && ended);
      receiver.close();
      in.addReceiverFlags(Flags.CLOSED | (resets ? Flags.RESET : 0) | (unread ? Flags.UNREAD : 0));
      out.addSenderFlags(Flags.CLOSED | Flags.FINISHED);
      pair.wakeSenders();
    }
  }

  /** The garbage collector takes the pair; but the peer may keep that for long. */
  @Override
  public void release() {
    try (ToyPair.Held held = pair.lock()) {
      in.buffer.discard(); // no thread reads these bytes any more
    }
  }

  /** Closes a socket that the program has forgotten, as the JDK's own cleaner would. */
  void abandoned() {
    close(false, false);
    // Reachable from here, so the JDK's own cleaner does not close it.
    tcp.close();
  }
}
