package jfs.agent.launch;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfs.core.config.Options;
import jfs.core.stats.StatusService;

/**
 * Finds where JVMs can be asked: in the rendezvous directory of this user, for root in those of all
 * users, and in those of JVMs that see other file systems. A name begins with the process id in the
 * JVM's own namespace; the kernel tells which process has the socket.
 */
final class StatusEndpoints {

  /** No process id. */
  static final long UNKNOWN = -1;

  private static final int ROOT = 0;
  private static final int NOBODY = -1;
  private static final Path USUAL = Path.of("/dev/shm");
  private static final String FOLDERS = "jfs-[0-9]*";

  private final Path proc;
  private final StatusService service;
  private final Jvm self;
  private final int user;

  StatusEndpoints(Path proc, StatusService service) throws IOException {
    this.proc = proc;
    this.service = service;
    self = new Jvm(proc, ProcessHandle.current().pid());
    user = number(self);
  }

  /** A JVM's user as files have it: of 32 bits, so that one of 2^31 or more is negative. */
  private static int number(Jvm jvm) throws IOException {
    return Integer.parseUnsignedInt(jvm.user());
  }

  /** Whether this process may ask a JVM of that user. */
  boolean mayAsk(int other) {
    return user == ROOT || user == other;
  }

  /** All endpoints that can be found, in order of process id. */
  List<StatusEndpoint> all() throws IOException {
    List<StatusEndpoint> found = new ArrayList<>();
    String own = Options.ofProcess().get(service.parentOption());
    if (user == ROOT && own.isEmpty()) {
      for (Path folder : usual(USUAL)) {
        addAllOf(found, folder);
      }
    } else {
      addAll(found, service.folder(own), user);
    }
    if (own.isEmpty()) {
      addElsewhere(found);
    }
    List<StatusEndpoint> all = distinct(found);
    all.sort(Comparator.comparingLong(StatusEndpoint::pid).thenComparing(StatusEndpoint::name));
    return all;
  }

  /**
   * Keeps each name once: a JVM that sees other file systems, but the same folder, is found twice.
   * Prefers the endpoint with a known process id.
   */
  private static List<StatusEndpoint> distinct(List<StatusEndpoint> found) {
    Map<String, StatusEndpoint> byName = new LinkedHashMap<>();
    for (StatusEndpoint endpoint : found) {
      StatusEndpoint other = byName.putIfAbsent(endpoint.name(), endpoint);
      if (other != null && other.pid() == UNKNOWN) {
        byName.put(endpoint.name(), endpoint);
      }
    }
    return new ArrayList<>(byName.values());
  }

  /** Adds the JVMs of the user that owns a folder; the folder may be gone by now. */
  void addAllOf(List<StatusEndpoint> found, Path folder) throws IOException {
    int owner = NOBODY;
    try {
      owner = owner(folder);
      addAll(found, folder, owner);
    } catch (IOException e) {
      if (owner == user && Files.exists(folder)) {
        throw e;
      }
      // Errors in the folders of other users do not matter.
    }
  }

  private void addElsewhere(List<StatusEndpoint> found) {
    for (long pid : pids()) {
      Jvm jvm = new Jvm(proc, pid);
      if (jvm.isElsewhere(self)) {
        found.addAll(elsewhere(pid, jvm));
      }
    }
  }

  private void addAll(List<StatusEndpoint> found, Path folder, int owner) throws IOException {
    for (String name : service.present(folder, owner)) {
      if (StatusEndpoint.ownPid(name) != UNKNOWN) {
        found.add(new StatusEndpoint(pidOf(name), folder, name, owner));
      }
    }
  }

  /**
   * The process that has the socket. If no process is seen to have it, the one with the id in the
   * name, unless that one is seen not to have it.
   */
  private long pidOf(String name) {
    long holder = holder(name);
    if (holder != UNKNOWN) {
      return holder;
    }
    long likely = StatusEndpoint.ownPid(name);
    Jvm jvm = new Jvm(proc, likely);
    return jvm.exists() && jvm.holding(name) == Jvm.Holding.UNKNOWN ? likely : UNKNOWN;
  }

  /** The process that is seen to have the socket. */
  private long holder(String name) {
    long number = StatusEndpoint.ownPid(name);
    if (new Jvm(proc, number).holding(name) == Jvm.Holding.YES) {
      return number;
    }
    for (long pid : pids()) {
      Jvm jvm = new Jvm(proc, pid);
      try {
        if (jvm.ownPid() == number && jvm.holding(name) == Jvm.Holding.YES) {
          return pid;
        }
      } catch (IOException | NumberFormatException e) {
        // It has ended, or belongs to another user.
      }
    }
    return UNKNOWN;
  }

  /** The endpoints of one JVM: two if JFS is there in two class loaders. */
  List<StatusEndpoint> of(long pid, Jvm jvm, Path folder) throws IOException {
    int owner = number(jvm);
    List<StatusEndpoint> its = new ArrayList<>();
    for (String name : service.present(folder, owner)) {
      long number = StatusEndpoint.ownPid(name);
      if ((number == pid || number == jvm.ownPid()) && isOf(jvm, name)) {
        its.add(new StatusEndpoint(pid, folder, name, owner));
      }
    }
    return its;
  }

  /** Whether the JVM has the socket, or may have, and no other process is seen to have it. */
  private boolean isOf(Jvm jvm, String name) {
    return switch (jvm.holding(name)) {
      case YES -> true;
      case NO -> false;
      case UNKNOWN -> holder(name) == UNKNOWN;
    };
  }

  private List<StatusEndpoint> elsewhere(long pid, Jvm jvm) {
    try {
      if (mayAsk(number(jvm)) && jvm.isJvm()) {
        return of(pid, jvm, folder(pid, jvm, jvm.command().options()));
      }
    } catch (IOException | RuntimeException e) {
      // The JVM has ended, has no such folder, or one that this locale cannot name.
    }
    return List.of();
  }

  /**
   * The folder of a JVM: that of its socket, as far as the kernel tells; else the one that its
   * command line names, or this one's.
   */
  Path folder(long pid, Jvm jvm, Options options) throws IOException {
    boolean elsewhere = jvm.isElsewhere(self);
    Path told = jvm.folderOfSocket(pid);
    if (told != null) {
      return elsewhere ? jvm.reached(told) : told;
    }
    Path parent = parent(jvm, options, elsewhere);
    // Its user may have another number there than here.
    int owner = number(jvm);
    for (Path folder : usual(parent)) {
      if (owner(folder) == owner) {
        return folder;
      }
    }
    return parent.resolve("jfs-" + Integer.toUnsignedString(owner));
  }

  private Path parent(Jvm jvm, Options options, boolean elsewhere) throws IOException {
    String its = options.get(service.parentOption());
    String own = Options.ofProcess().get(service.parentOption());
    if (!its.isEmpty()) {
      Path path = jvm.resolve(its);
      return elsewhere ? jvm.reached(path) : path;
    }
    if (elsewhere) {
      return jvm.reached(USUAL);
    }
    return own.isEmpty() ? USUAL : Path.of(own);
  }

  private static List<Path> usual(Path parent) throws IOException {
    List<Path> folders = new ArrayList<>();
    if (!Files.isDirectory(parent)) {
      return folders;
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(parent, FOLDERS)) {
      entries.forEach(folders::add);
    }
    return folders;
  }

  /** The folder's owner; {@link #NOBODY} if the folder is gone. */
  private static int owner(Path folder) throws IOException {
    try {
      return (Integer) Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      return NOBODY;
    }
  }

  private List<Long> pids() {
    List<Long> pids = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(proc, "[0-9]*")) {
      for (Path entry : entries) {
        pids.add(Long.parseLong(entry.getFileName().toString()));
      }
    } catch (IOException e) {
      // Then no process can be seen.
    }
    return pids;
  }
}
