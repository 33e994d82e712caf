package jfs.bench.software;

import io.grpc.CallOptions;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.okhttp.OkHttpChannelBuilder;
import io.grpc.okhttp.OkHttpServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Iterator;

/** Calls and streams by gRPC over its OkHttp transport, which uses blocking sockets. */
final class Grpc implements Software {

  private static final int SMALL = 100;
  private static final int LARGE = 1 << 20;
  private static final int MESSAGES = 100;
  private static final int MESSAGE = 10_000;

  /** Bytes as they are. */
  private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
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

  private static MethodDescriptor<byte[], byte[]> method(
      String name, MethodDescriptor.MethodType type) {
    return MethodDescriptor.newBuilder(new Bytes(), new Bytes())
        .setType(type)
        .setFullMethodName(MethodDescriptor.generateFullMethodName("bench", name))
        .build();
  }

  @Override
  public int serve() throws Exception {
    ServerServiceDefinition service =
        ServerServiceDefinition.builder("bench")
            .addMethod(ECHO, ServerCalls.asyncUnaryCall(Grpc::echo))
            .addMethod(STREAM, ServerCalls.asyncServerStreamingCall(Grpc::stream))
            .build();
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    return OkHttpServerBuilder.forPort(any, InsecureServerCredentials.create())
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
    for (int i = 0; i < MESSAGES; i++) {
      answers.onNext(new byte[MESSAGE]);
    }
    answers.onCompleted();
  }

  @Override
  public Operation phase(String name, int port) {
    if (channel == null) {
      channel =
          OkHttpChannelBuilder.forAddress("127.0.0.1", port)
              .usePlaintext()
              .maxInboundMessageSize(2 * LARGE)
              .build();
    }
    if (name.equals("stream")) {
      return () -> {
        Iterator<byte[]> all =
            ClientCalls.blockingServerStreamingCall(
                channel, STREAM, CallOptions.DEFAULT, new byte[SMALL]);
        int seen = 0;
        while (all.hasNext()) {
          seen += all.next().length;
        }
        require(seen == MESSAGES * MESSAGE);
      };
    }
    byte[] request = new byte[name.equals("call") ? SMALL : LARGE];
    return () ->
        require(
            ClientCalls.blockingUnaryCall(channel, ECHO, CallOptions.DEFAULT, request).length
                == request.length);
  }

  private static void require(boolean right) {
    if (!right) {
      throw new IllegalStateException("a wrong answer");
    }
  }
}
