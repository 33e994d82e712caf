package jfs.bench.nio;

import com.hazelcast.cluster.Member;
import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import jfs.bench.software.Software;

/** Two members of a cluster; the client's uses a map's entries that the server's owns. */
final class HazelcastMap implements Software {

  private static final int SMALL = 100;
  private static final int LARGE = 1 << 16;
  private static final int MOST_SMALL = 10_000;
  private static final int MOST_LARGE = 100;
  private static final int AT_ONCE = 100;
  private static final int MEMBERS = 2;
  private static final long PATIENCE_SECONDS = 30;

  private HazelcastInstance member;

  /** The keys of entries that the other member owns. */
  private final List<Long> keys = new ArrayList<>();

  private Entries small;
  private Entries large;

  private static HazelcastInstance join(String... others) {
    Config config = new Config();
    config.setProperty("hazelcast.logging.type", "none");
    config.setProperty("hazelcast.phone.home.enabled", "false");
    config.setProperty("hazelcast.socket.bind.any", "false");
    config.getMapConfig("*").setBackupCount(0);
    config.getNetworkConfig().setPort(0).setPortAutoIncrement(false);
    config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
    JoinConfig join = config.getNetworkConfig().getJoin();
    join.getAutoDetectionConfig().setEnabled(false);
    join.getMulticastConfig().setEnabled(false);
    join.getTcpIpConfig().setEnabled(true).setMembers(List.of(others));
    return Hazelcast.newHazelcastInstance(config);
  }

  @Override
  public int serve() {
    member = join("127.0.0.1");
    return member.getCluster().getLocalMember().getAddress().getPort();
  }

  @Override
  public Operation phase(String name, int port) throws Exception {
    if (member == null) {
      member = join("127.0.0.1:" + port);
      chooseKeys();
      small = new Entries("small", MOST_SMALL, SMALL);
      large = new Entries("large", MOST_LARGE, LARGE);
    }
    return switch (name) {
      case "put" -> small::put;
      case "get" -> small::get;
      case "put-64K" -> large::put;
      case "get-64K" -> large::get;
      case "gets-at-once" -> small::getAtOnce;
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** Once the partitions have been shared out. */
  private void chooseKeys() throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (member.getCluster().getMembers().size() < MEMBERS
        || !member.getPartitionService().isClusterSafe()) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException("no cluster of " + MEMBERS);
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
    Member here = member.getCluster().getLocalMember();
    for (long key = 0; keys.size() < MOST_SMALL; key++) {
      Member owner = member.getPartitionService().getPartition(key).getOwner();
      if (owner != null && !owner.equals(here)) {
        keys.add(key);
      }
    }
  }

  /** The entries of a map, of which each has the payload that its key tells. */
  private final class Entries {
    private final IMap<Long, byte[]> map;
    private final int most;
    private final int bytes;
    private int there;
    private int next;

    Entries(String name, int most, int bytes) {
      map = member.getMap(name);
      this.most = most;
      this.bytes = bytes;
    }

    /** A new entry, or an old one again once there are as many as there may be. */
    void put() {
      int index = next++ % most;
      byte[] before = map.put(keys.get(index), Payloads.of(keys.get(index), bytes));
      if (index < there) {
        require(keys.get(index), before);
      } else {
        there++;
      }
    }

    private long nextKey() {
      return keys.get(next++ % there);
    }

    void get() {
      long key = nextKey();
      require(key, map.get(key));
    }

    void getAtOnce() throws Exception {
      Map<Long, CompletionStage<byte[]>> all = new LinkedHashMap<>();
      for (int i = 0; i < AT_ONCE; i++) {
        long key = nextKey();
        all.put(key, map.getAsync(key));
      }
      for (Map.Entry<Long, CompletionStage<byte[]>> one : all.entrySet()) {
        CompletionStage<byte[]> answer = one.getValue();
        require(one.getKey(), answer.toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS));
      }
    }

    private void require(long key, byte[] got) {
      if (got == null) {
        throw new IllegalStateException("a wrong answer: no entry " + key);
      }
      Payloads.require(key, bytes, got);
    }
  }
}
