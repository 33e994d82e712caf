package jfs.core.switchover;

import java.io.IOException;
import jfs.core.carrier.OwnTraffic;
import jfs.core.transport.Transport;

/**
 * The part of a receiving direction that comes by TCP: how much has come, and what of it is the
 * program's. The lock of the direction guards it; any thread may ask how much has come.
 */
final class TcpPart {

  private final Negotiation negotiation;

  /** What came by TCP without JFS; null if nothing has. */
  private final OwnTraffic own;

  /** How many bytes of the stream came through TCP besides. */
  private volatile long here;

  TcpPart(Negotiation negotiation, OwnTraffic own) {
    this.negotiation = negotiation;
    this.own = own;
  }

  /** How many bytes of the stream came through TCP. */
  long received() {
    return own == null ? here : here + own.received();
  }

  /** So many more came. */
  void add(int bytes) {
    long before = here;
    here = before + bytes;
  }

  /** How many of the bytes just read from TCP the peer wrote before its switch. */
  int beforeSwitch(Transport now, int n) {
    long end = now.peerSwitchedAt();
    return end < 0 ? n : (int) Math.min(n, Math.max(0, end - received()));
  }

  /**
   * How many bytes can be read without blocking: with the peer's switch here, and so many on TCP.
   */
  int available(Transport installed, long switchAt, int onTcp) throws IOException {
    long all = received();
    long before = Math.max(0, Math.min(onTcp, switchAt - all));
    boolean whole = all + before >= switchAt;
    return (int)
        Math.min(
            Integer.MAX_VALUE, before + (whole ? installed.stream().available((int) before) : 0));
  }

  /**
   * Takes what a read from TCP has brought.
   *
   * @param first what was in the first place before that
   * @return how many of the bytes are the program's
   */
  int take(byte[] bytes, int offset, int n, byte first) {
    Transport now = negotiation.transport();
    int data = now == null ? n : beforeSwitch(now, n);
    add(data); // before anything that may fail
    if (data < n) {
      // Either a doorbell, which comes alone, because this end asks for it only after it has read
      // all before it. Or bytes of the stream again, from a peer that had no memory and returned
      // to TCP: the transport keeps them. The program then finds them in its array as well,
      // behind its own.
      now.readBeyondSwitch(bytes, offset + data, n - data);
      if (data == 0) {
        bytes[offset] = first;
      }
    }
    return data;
  }
}
