package jfs.shm.control;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import jfs.core.config.Log;
import jfs.core.host.TcpCounts;
import jfs.core.transport.Reason;

/**
 * Hands each frame of a peer, and each event of a link, to the class that deals with it. Runs on
 * the manager's thread.
 */
final class FrameHandler implements PeerLink.Handler {

  private final PairOfferer offerer;
  private final ShmPairAcceptor acceptor;
  private final Ports peersPorts;
  private final PacketMarks marks = new PacketMarks();

  /** Set before there is a link, as is the next field. */
  private PeerLinks links;

  private PeerSearch search;

  /** Takes where to note the ports at which peers accept connections. */
  FrameHandler(PairOfferer offerer, ShmPairAcceptor acceptor, Ports peersPorts) {
    this.offerer = offerer;
    this.acceptor = acceptor;
    this.peersPorts = peersPorts;
  }

  /** Adds what knows of the links, which know of this. */
  void begin(PeerLinks newLinks, PeerSearch newSearch) {
    links = newLinks;
    search = newSearch;
  }

  @Override
  public void handle(PeerLink link, ByteBuffer frame) throws IOException {
    FrameType type = FrameType.of(frame.get(Integer.BYTES));
    try {
      handle(link, type, fields(frame));
    } catch (LinkageError e) {
      // A class could not be loaded for lack of memory, and never can be again.
      Log.warn("pairing failed", e);
      decline(link, type, fields(frame));
    }
  }

  private static FrameFields fields(ByteBuffer frame) {
    return new FrameFields(frame.slice(Frame.HEADER, frame.capacity() - Frame.HEADER));
  }

  /**
   * Answers a frame that failed, since the peer keeps its end back until then. Without a HELLO or
   * ARENA the link ends.
   */
  private static void decline(PeerLink link, FrameType type, FrameFields fields)
      throws IOException {
    try {
      if (type == FrameType.OFFER) {
        PairRefusal.send(link, fields.i32(), Reason.NO_MEMORY);
      } else if (type == FrameType.ACCEPT) {
        fields.i32();
        link.send(Frame.of(FrameType.DECIDED).u32(fields.i32()));
      } else if (type == FrameType.HELLO || type == FrameType.ARENA) {
        throw new IOException(type + " could not be handled");
      }
    } catch (LinkageError e) {
      throw new IOException(type + " could not be answered", e);
    }
  }

  private void handle(PeerLink link, FrameType type, FrameFields fields) throws IOException {
    if (type == null) {
      return;
    }
    if (type == FrameType.HELLO) {
      introduce(link, fields);
      return;
    }
    if (type == FrameType.STATUS) {
      link.asked(!fields.hasMore() || fields.u16() != 0);
      return;
    }
    if (link.peerName() == null) {
      throw new IOException(type + " before HELLO");
    }
    Log.debug(type + " from " + link.peerName());
    switch (type) {
      case ARENA -> link.takeArena(fields.u64(), fields.text());
      case LOOK -> offerer.looked(link, fields.ends());
      case PORTS -> takePorts(link, fields.ports());
      case OFFER ->
          acceptor.offered(
              link,
              new PairOffer(fields.i32(), fields.ends(), fields.u64(), fields.u64(), fields.u64()));
      case ACCEPT ->
          offerer.accepted(
              link, fields.i32(), fields.i32(), fields.u64(), fields.u64(), fields.u64());
      case REFUSE -> offerer.refused(link, fields.i32(), fields.text());
      case DECIDED -> PairEnding.decided(link, fields.i32());
      case PROVE -> marks.prove(link, fields.i32());
      case MARKED ->
          acceptor.marked(
              link, fields.i32(), new TcpCounts(fields.u64(), fields.u64(), fields.u64()));
      case UNMARK -> marks.unmark(link, fields.i32(), fields.u16() != 0);
      case UNMARKED -> acceptor.unmarked(link, fields.i32());
      case DECLINE -> offerer.declined(fields.ends(), fields.text());
      case EVENTFD -> link.eventFds().take(fields.u16());
      case EVENTFD_HELD -> link.eventFds().answered(fields.u16(), fields.u16() != 0);
      case RELEASE -> PairEnding.released(link, fields.i32());
      default -> {}
    }
  }

  private void introduce(PeerLink link, FrameFields fields) throws IOException {
    if (link.isIntroduced()) {
      throw new IOException("a second HELLO");
    }
    link.greeted(LinkGreeting.of(fields));
    if (links.serve(link)) {
      search.met(link);
    }
    link.introduced();
  }

  private void takePorts(PeerLink link, BitSet ports) {
    for (int port = ports.nextSetBit(0); port >= 0; port = ports.nextSetBit(port + 1)) {
      peersPorts.add(port); // first: see OwnEnds.asksNobody
    }
    BitSet fresh = link.takePorts(ports);
    if (!fresh.isEmpty()) {
      search.lookAgain(link, fresh);
    }
  }

  @Override
  public void answer(PeerLink link, ShmEndpoint endpoint) {
    offerer.answer(link, endpoint);
  }

  @Override
  public void left(PeerLink link, ShmPair pair) {
    PairEnding.left(link, pair);
  }

  @Override
  public void ended(PeerLink link) {
    links.ended(link);
  }
}
