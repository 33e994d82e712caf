package jfs.shm.control;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jfs.core.config.Version;
import jfs.core.stats.ConnectionReport;
import jfs.core.stats.Connections;
import jfs.core.stats.ConnectionsBean;
import jfs.core.stats.StreamsState;
import jfs.core.transport.Transports;

/**
 * The report on this JVM's connections, in frames that are made one after the other: lines of
 * fields with tabs between. The first line has the version of JFS, the number of connections, what
 * there is to say of object streams, and the figures of all connections so far; each further line
 * is a {@link ConnectionReport}.
 */
final class StatusReport {

  /** About as much text as a frame has. */
  private static final int PART = 16 * 1024;

  private final Connections all;
  private final int count;
  private final Iterator<Connections.Live> connections;
  private boolean begun;
  private boolean told;

  /** Makes it, of each connection or of figures alone. */
  StatusReport(Connections connections, boolean each) {
    all = connections;
    List<Connections.Live> live = each ? connections.live() : List.of();
    count = each ? live.size() : connections.liveCount();
    this.connections = live.iterator();
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
      head(text);
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

  private void head(StringBuilder text) {
    String streams = StreamsState.get();
    text.append(Version.string()).append('\t').append(count).append('\t');
    text.append(streams == null ? "" : streams.replaceAll("\\s+", " ")); // an error's has lines
    String before = "\t";
    for (Map.Entry<String, Long> figure :
        new ConnectionsBean(all, Transports.installed().kinds()).all().entrySet()) {
      text.append(before).append(figure.getKey()).append('=').append(figure.getValue());
      before = " ";
    }
    text.append('\n');
  }
}
