package jfs.shm.control;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import jfs.core.host.HostServices;
import jfs.core.host.TcpCounts;
import jfs.core.transport.PairingEnd;

/**
 * The ends whose packets this JVM marks, since a peer in another network namespace wants to see
 * that they are the other ends of its own; see {@link MarkProof}. A mark is taken off only if the
 * peer says that its kernel drops no packets any more: without the mark it might drop what
 * acknowledges the peer's last bytes, also after the peer has been killed. Used by the manager's
 * thread alone.
 */
final class PacketMarks {

  private static final TcpCounts NOT_MARKED = new TcpCounts(-1, -1, -1);

  private record Mark(PeerLink link, int id, PairingEnd end, long cookie) {}

  private final List<Mark> all = new ArrayList<>();

  /** Marks the packets of an end that was offered, if it is free, and answers the peer. */
  void prove(PeerLink link, int id) {
    if (!link.terms().crossing()) {
      return;
    }
    all.removeIf(mark -> mark.link.isClosed());
    TcpCounts counts = mark(link, id);
    link.send(
        Frame.of(FrameType.MARKED)
            .u32(id)
            .u64(counts.sent())
            .u64(counts.received())
            .u64(counts.acknowledged()));
  }

  /** What the end has counted after the mark. */
  private TcpCounts mark(PeerLink link, int id) {
    HostServices services = HostServices.installed();
    ShmPair pair = link.pairs().get(id);
    PairingEnd end = pair == null || services == null ? null : pair.endpoint().get();
    if (end == null || pair.endpoint().pair != pair || pair.transport().isComplete()) {
      return NOT_MARKED;
    }
    long cookie = services.cookie(end.descriptor());
    all.add(new Mark(link, id, end, cookie));
    boolean marked = end.isFree() && services.mark(end.descriptor(), cookie, true);
    TcpCounts counts = marked ? services.counts(end.descriptor()) : null;
    return counts == null ? NOT_MARKED : counts;
  }

  /**
   * The proof is over: answers the peer, which lets no other JVM begin one before.
   *
   * @param takeOff whether its kernel drops no packets any more
   */
  void unmark(PeerLink link, int id, boolean takeOff) {
    if (!link.terms().crossing()) {
      return;
    }
    for (Iterator<Mark> each = all.iterator(); each.hasNext(); ) {
      Mark mark = each.next();
      if (mark.link == link && mark.id == id) {
        if (takeOff) {
          HostServices.installed().mark(mark.end.descriptor(), mark.cookie, false);
        }
        each.remove();
      }
    }
    link.send(Frame.of(FrameType.UNMARKED).u32(id));
  }
}
