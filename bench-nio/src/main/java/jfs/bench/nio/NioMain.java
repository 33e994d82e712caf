package jfs.bench.nio;

import java.util.Map;
import jfs.bench.child.Bootstrap;
import jfs.bench.child.End;
import jfs.bench.child.Server;
import jfs.bench.software.Software;
import jfs.bench.software.SoftwareClient;

/** Starts software by its name. Arguments: {@code server NAME}, {@code client NAME PORT}. */
public final class NioMain implements Bootstrap.Family {

  /** What it takes to run it, by the names that users give. */
  private static final Map<String, Software.Factory> KNOWN =
      Map.of(
          "netty", NettyEcho::new,
          "tomcat", TomcatHttp::new,
          "grpc-netty", GrpcNetty::new,
          "zookeeper", ZooKeeperNodes::new,
          "hazelcast", HazelcastMap::new,
          "kafka", KafkaLog::new);

  private NioMain() {}

  public static void main(String[] args) {
    Bootstrap.run(new NioMain(), args);
  }

  @Override
  public End open(String[] words) throws Exception {
    Software.Factory factory = KNOWN.get(words[1]);
    if (factory == null) {
      throw new IllegalArgumentException("no such software: " + words[1]);
    }
    Software software = factory.make();
    return words[0].equals("server")
        ? Server.withoutCpuStep(software.serve())
        : new SoftwareClient(software, Integer.parseInt(words[2]));
  }
}
