package jfs.bench.nio;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import jfs.bench.software.Software;
import kafka.Kafka;
import kafka.tools.StorageTool;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A broker that is its own controller; a producer and a consumer of one partition. */
final class KafkaLog implements Software {

  private static final int BYTES = 1000;
  private static final int BATCH = 1000;
  private static final String TOPIC = "records";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private KafkaProducer<byte[], byte[]> producer;
  private KafkaConsumer<byte[], byte[]> consumer;
  private long sent;
  private long received;

  /** Records that have come and were not asked for yet. */
  private final List<ConsumerRecord<byte[], byte[]>> waiting = new ArrayList<>();

  @Override
  public int serve() throws Exception {
    Path folder = Files.createTempDirectory("kafka");
    int port = freePort();
    int controller = freePort();
    Path properties = folder.resolve("server.properties");
    Files.write(
        properties,
        List.of(
            "process.roles=broker,controller",
            "node.id=1",
            "listeners=PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controller,
            "advertised.listeners=PLAINTEXT://127.0.0.1:" + port,
            "controller.listener.names=CONTROLLER",
            "listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
            "controller.quorum.voters=1@127.0.0.1:" + controller,
            "log.dirs=" + folder.resolve("log"),
            "log.cleaner.dedupe.buffer.size=2097152",
            "offsets.topic.replication.factor=1",
            "offsets.topic.num.partitions=1"));
    String cluster = Uuid.randomUuid().toString();
    String[] format = {"format", "-t", cluster, "-c", properties.toString()};
    try (PrintStream quiet = new PrintStream(PrintStream.nullOutputStream())) {
      if (StorageTool.execute(format, quiet) != 0) {
        throw new IllegalStateException("cannot format the log");
      }
    }
    Thread server = new Thread(() -> Kafka.main(new String[] {properties.toString()}), "kafka");
    server.setDaemon(true);
    server.start();
    awaitListener(port);
    return port;
  }

  private static int freePort() throws IOException {
    try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return any.getLocalPort();
    }
  }

  private static void awaitListener(int port) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    for (; ; ) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return;
      } catch (IOException e) {
        if (System.nanoTime() - deadline > 0) {
          throw e;
        }
        TimeUnit.MILLISECONDS.sleep(20);
      }
    }
  }

  @Override
  public Operation phase(String name, int port) {
    if (producer == null) {
      String server = "127.0.0.1:" + port;
      producer =
          new KafkaProducer<>(
              Map.of("bootstrap.servers", server),
              new ByteArraySerializer(),
              new ByteArraySerializer());
      consumer =
          new KafkaConsumer<>(
              Map.of("bootstrap.servers", server, "auto.offset.reset", "earliest"),
              new ByteArrayDeserializer(),
              new ByteArrayDeserializer());
    }
    return switch (name) {
      case "send" -> () -> awaitSent(send());
      case "send-1000" -> this::sendBatch;
      case "receive-1000" -> () -> receive(BATCH);
      case "send-receive" -> this::sendAndReceive;
      default -> throw new IllegalArgumentException(name);
    };
  }

  private Future<RecordMetadata> send() {
    return producer.send(new ProducerRecord<>(TOPIC, Payloads.of(sent++, BYTES)));
  }

  private void awaitSent(Future<RecordMetadata> one) throws Exception {
    one.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  private void sendBatch() throws Exception {
    long first = sent;
    List<Future<RecordMetadata>> all = new ArrayList<>();
    for (int i = 0; i < BATCH; i++) {
      all.add(send());
    }
    producer.flush();
    for (int i = 0; i < BATCH; i++) {
      long offset = all.get(i).get().offset();
      if (offset != first + i) {
        throw new IllegalStateException("a wrong answer: offset " + offset + " of " + (first + i));
      }
    }
  }

  private void sendAndReceive() throws Exception {
    receive((int) (sent - received)); // what phases before have left
    awaitSent(send());
    receive(1);
  }

  /** Takes so many records, in their order. */
  private void receive(int count) {
    if (consumer.assignment().isEmpty()) {
      consumer.assign(List.of(new TopicPartition(TOPIC, 0)));
    }
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    int left = count;
    while (left > 0) {
      if (waiting.isEmpty()) {
        consumer.poll(PATIENCE).forEach(waiting::add);
      }
      int taken = Math.min(left, waiting.size());
      for (ConsumerRecord<byte[], byte[]> record : waiting.subList(0, taken)) {
        Payloads.require(received++, BYTES, record.value());
      }
      waiting.subList(0, taken).clear();
      left -= taken;
      if (left > 0 && System.nanoTime() - deadline > 0) {
        throw new IllegalStateException("no record " + received);
      }
    }
  }
}
