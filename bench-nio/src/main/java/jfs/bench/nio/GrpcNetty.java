package jfs.bench.nio;

import com.google.common.util.concurrent.ListenableFuture;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import jfs.bench.software.Software;

/** Calls and streams by gRPC over Netty, whose native transport is switched off. */
final class GrpcNetty implements Software {

  private static final int SMALL = 100;
  private static final int LARGE = Payloads.MOST;
  private static final int AT_ONCE = 100;
  private static final int MESSAGES = 100;
  private static final int MESSAGE = 10_000;

  /** Bytes as they are. */
  private static final class BytesMarshaller implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static final MethodDescriptor<byte[], byte[]> ECHO =
      method("echo", MethodDescriptor.MethodType.UNARY);
  private static final MethodDescriptor<byte[], byte[]> STREAM =
      method("stream", MethodDescriptor.MethodType.SERVER_STREAMING);

  private ManagedChannel channel;
  private long number;

  GrpcNetty() {
    System.setProperty("io.grpc.netty.shaded.io.netty.transport.noNative", "true");
  }

  private static MethodDescriptor<byte[], byte[]> method(
      String name, MethodDescriptor.MethodType type) {
    return MethodDescriptor.newBuilder(new BytesMarshaller(), new BytesMarshaller())
        .setType(type)
        .setFullMethodName(MethodDescriptor.generateFullMethodName("bench", name))
        .build();
  }

  @Override
  public int serve() throws Exception {
    ServerServiceDefinition service =
        ServerServiceDefinition.builder("bench")
            .addMethod(ECHO, ServerCalls.asyncUnaryCall(GrpcNetty::echo))
            .addMethod(STREAM, ServerCalls.asyncServerStreamingCall(GrpcNetty::stream))
            .build();
    return NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
        .maxInboundMessageSize(2 * LARGE)
        .addService(service)
        .build()
        .start()
        .getPort();
  }

  private static void echo(byte[] request, StreamObserver<byte[]> answers) {
    answers.onNext(request);
    answers.onCompleted();
  }

  private static void stream(byte[] request, StreamObserver<byte[]> answers) {
    long first = ByteBuffer.wrap(request).getLong();
    for (int i = 0; i < MESSAGES; i++) {
      answers.onNext(Payloads.of(first + i, MESSAGE));
    }
    answers.onCompleted();
  }

  @Override
  public Operation phase(String name, int port) {
    if (channel == null) {
      channel =
          NettyChannelBuilder.forAddress("127.0.0.1", port)
              .usePlaintext()
              .maxInboundMessageSize(2 * LARGE)
              .build();
    }
    return switch (name) {
      case "call" -> () -> call(SMALL);
      case "call-of-1-MB" -> () -> call(LARGE);
      case "calls-at-once" -> this::callAtOnce;
      case "stream" -> this::receiveStream;
      default -> throw new IllegalArgumentException(name);
    };
  }

  private void call(int bytes) {
    byte[] request = Payloads.of(++number, bytes);
    Payloads.require(
        number, bytes, ClientCalls.blockingUnaryCall(channel, ECHO, CallOptions.DEFAULT, request));
  }

  private void callAtOnce() throws Exception {
    List<ListenableFuture<byte[]>> answers = new ArrayList<>();
    long first = number + 1;
    for (int i = 0; i < AT_ONCE; i++) {
      answers.add(
          ClientCalls.futureUnaryCall(
              channel.newCall(ECHO, CallOptions.DEFAULT), Payloads.of(++number, SMALL)));
    }
    for (int i = 0; i < AT_ONCE; i++) {
      Payloads.require(first + i, SMALL, answers.get(i).get());
    }
  }

  private void receiveStream() {
    long first = number + 1;
    Iterator<byte[]> all =
        ClientCalls.blockingServerStreamingCall(
            channel, STREAM, CallOptions.DEFAULT, Payloads.of(first, SMALL));
    while (all.hasNext()) {
      Payloads.require(++number, MESSAGE, all.next());
    }
    if (number - first + 1 != MESSAGES) {
      throw new IllegalStateException("a wrong answer: so many messages: " + (number - first + 1));
    }
  }
}
