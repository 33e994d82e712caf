package jfs.shm.control;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import jfs.core.config.Version;
import jfs.core.stats.ConnectionReport;
import jfs.core.stats.Connections;
import jfs.core.stats.StreamsState;

/**
 * The report on this JVM's connections, in frames that are made one after the other: lines of
 * fields with tabs between. The first line has the version of JFS, the number of connections, and
 * what there is to say of object streams, if anything; each further line is a {@link
 * ConnectionReport}.
 */
final class StatusReport {

  /** About as much text as a frame has. */
  private static final int PART = 16 * 1024;

  private final int count;
  private final Iterator<Connections.Live> connections;
  private boolean begun;
  private boolean told;

  StatusReport(Connections connections) {
    List<Connections.Live> all = connections.live();
    count = all.size();
    this.connections = all.iterator();
  }

  /** Whether the last frame has been made. */
  boolean isTold() {
    return told;
  }

  /** The next part; an empty one after the last line. */
  Frame next() {
    StringBuilder text = new StringBuilder();
    if (!begun) {
      begun = true;
      text.append(Version.string()).append('\t').append(count);
      String streams = StreamsState.get();
      if (streams != null) {
        text.append('\t').append(streams.replaceAll("\\s+", " ")); // an error's text may have lines
      }
      text.append('\n');
    }
    while (text.length() < PART && connections.hasNext()) {
      Optional<ConnectionReport> report = ConnectionReport.of(connections.next());
      if (report.isPresent()) {
        text.append(report.get().line()).append('\n');
      }
    }
    told = text.length() == 0;
    return Frame.of(FrameType.REPORT).text(text.toString());
  }
}
