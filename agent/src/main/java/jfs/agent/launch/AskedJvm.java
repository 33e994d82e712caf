package jfs.agent.launch;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jfs.core.config.Options;
import jfs.core.stats.ConnectionReport;
import jfs.core.stats.JvmStatus;
import jfs.core.stats.StatusService;

/** A JVM that is asked for its connections, by its process id. Not for use by several threads. */
final class AskedJvm {

  private final long pid;
  private final StatusService service;
  private final Jvm jvm;
  private final StatusEndpoints endpoints;

  /**
   * Takes a process id.
   *
   * @param proc {@code /proc}
   */
  AskedJvm(Path proc, StatusService service, long pid) throws IOException {
    this.pid = pid;
    this.service = service;
    jvm = new Jvm(proc, pid);
    endpoints = new StatusEndpoints(proc, service);
  }

  /**
   * Its connections.
   *
   * @param metrics to which its figures are added instead, or null
   * @throws CommandException if it cannot be asked: says why
   */
  List<ConnectionReport> connections(Metrics metrics) throws IOException, CommandException {
    if (!jvm.exists()) {
      throw new CommandException("there is no process " + pid);
    }
    String user = jvm.user();
    if (!endpoints.mayAsk(Integer.parseUnsignedInt(user))) {
      throw new CommandException(
          "process " + pid + " is of another user (" + user + "), who has to ask himself");
    }
    if (!jvm.isJvm()) {
      throw new CommandException("process " + pid + " is not a JVM");
    }
    Options options = jvm.command().options();
    Path folder = endpoints.folder(pid, jvm, options);
    List<ConnectionReport> connections = ask(endpoints.of(pid, jvm, folder), metrics);
    if (connections == null) {
      throw new CommandException("JVM " + pid + " " + whyNot(options, folder));
    }
    return connections;
  }

  /** Whether it has ended, or is ending, after it could be asked. */
  boolean hasEnded() throws CommandException {
    try {
      return !jvm.exists() || !jvm.isJvm() || ask(endpoints(), null) == null;
    } catch (IOException e) {
      return true; // it ends at this moment
    }
  }

  private List<StatusEndpoint> endpoints() throws IOException {
    return endpoints.of(pid, jvm, endpoints.folder(pid, jvm, jvm.command().options()));
  }

  /** Null if there is no JVM to ask. */
  private List<ConnectionReport> ask(List<StatusEndpoint> asked, Metrics metrics)
      throws IOException, CommandException {
    List<ConnectionReport> connections = null;
    for (StatusEndpoint endpoint : asked) {
      try (JvmStatus client = endpoint.ask(service, metrics == null)) {
        if (client != null) {
          if (metrics != null) {
            metrics.add(endpoint, client);
          }
          connections = connections == null ? new ArrayList<>() : connections;
          connections.addAll(client.connections());
        }
      } catch (SocketTimeoutException e) {
        throw new CommandException("JVM " + pid + " does not answer: " + e.getMessage());
      }
    }
    return connections;
  }

  private String whyNot(Options options, Path folder) throws IOException {
    if (!jvm.hasJfs()) {
      return "runs without JFS";
    }
    if (!options.isEnabled()) { // but a command may have attached it with others
      return "has made no connection with JFS, which enabled=false switches off at its start";
    }
    String trouble = service.trouble(folder);
    if (!Files.exists(folder) && !trouble.isEmpty()) {
      return "cannot be asked: " + trouble;
    }
    return "has made no connection yet (nothing of it is in " + folder + ")";
  }
}
