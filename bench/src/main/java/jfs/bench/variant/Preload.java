package jfs.bench.variant;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import jfs.bench.host.BenchException;
import jfs.bench.host.Route;

/** A library that takes the place of the C library's sockets in a JVM without JFS. */
enum Preload {
  NONE("the JDK's TCP", ""),

  /** Sockets over RDMA, of librdmacm; rsocket(7). */
  RSOCKETS("rsockets, preloaded", "rsocket/librspreload.so");

  private static final List<Path> FOLDERS =
      List.of(
          Path.of("/usr/lib/x86_64-linux-gnu"),
          Path.of("/usr/lib/aarch64-linux-gnu"),
          Path.of("/usr/lib64"),
          Path.of("/usr/lib"));

  private final String carriedBy;
  private final String file;

  Preload(String carriedBy, String file) {
    this.carriedBy = carriedBy;
    this.file = file;
  }

  String carriedBy() {
    return carriedBy;
  }

  /** The words before the JVM's. */
  List<String> prefix() {
    return this == NONE ? List.of() : List.of("env", "LD_PRELOAD=" + library());
  }

  private Path library() {
    return find().orElseThrow(() -> new BenchException("no " + file + " on this host"));
  }

  private Optional<Path> find() {
    return FOLDERS.stream()
        .map(folder -> folder.resolve(file))
        .filter(Files::isReadable)
        .findFirst();
  }

  /** Why it cannot be used between these addresses. */
  Optional<String> obstacle(Optional<Route> route) {
    if (this == NONE) {
      return Optional.empty();
    }
    if (route.isEmpty()) {
      return Optional.of(ObstacleWords.NEEDS_DEVICES);
    }
    return find().isPresent() ? Optional.empty() : Optional.of("no " + file + " on this host");
  }

  /** For the JVM: it binds what an IPv6 socket would be, and rsockets then can't. */
  List<String> jvmArguments() {
    return this == NONE ? List.of() : List.of("-Djava.net.preferIPv4Stack=true");
  }
}
