package jfs.agent.launch;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipFile;

/** A process, perhaps a JVM, seen through the proc filesystem. */
final class Jvm {

  /** Every jar with JFS contains this class. */
  private static final String CLASS_OF_JFS = "jfs/core/JfsSocketImpl.class";

  /** What the kernel adds to the name of a file that has been replaced, as by an upgrade. */
  private static final String DELETED = " (deleted)";

  /**
   * A line of net/unix: the inode, and a path (proc(5)). An abstract name, with an @, may have line
   * feeds in it, so that another user's may look like the rest of a line. A path may have any other
   * bytes.
   */
  private static final Pattern SOCKET =
      Pattern.compile("\\p{XDigit}+: (?:\\S+ +){5}(\\d+) ([^@].*)", Pattern.DOTALL);

  private static final int HEX = 16;

  /** A file of arguments has no more bytes: another user may name any file. */
  private static final long MOST_OF_ARGUMENTS = 1 << 20;

  /** SIGQUIT, as a bit of a set of signals. */
  private static final long QUIT = 1 << 2;

  /** The path of a JVM's socket: the folder, and the process id with which its name begins. */
  private static final Pattern ASKED =
      Pattern.compile("(/.*/jfs-\\d+)/(\\d{1,10})-\\p{XDigit}+\\.[a-z]+", Pattern.DOTALL);

  private final Path proc;

  /**
   * Looks at a process.
   *
   * @param allProcesses {@code /proc}
   */
  Jvm(Path allProcesses, long pid) {
    proc = allProcesses.resolve(Long.toString(pid));
  }

  boolean exists() {
    return Files.exists(proc);
  }

  /** Its id in its own namespace (pid_namespaces(7)), by which it names itself. */
  long ownPid() throws IOException {
    String ids = status("NSpid");
    return ids == null
        ? Long.parseLong(proc.getFileName().toString()) // Linux before 4.1
        : Long.parseLong(ids.substring(ids.lastIndexOf('\t') + 1));
  }

  /** What a line of proc(5), status, says; null if there is none. A name there may be any bytes. */
  private String status(String key) throws IOException {
    for (String line : Files.readAllLines(proc.resolve("status"), StandardCharsets.ISO_8859_1)) {
      if (line.startsWith(key + ":")) {
        return line.substring(key.length() + 1).strip();
      }
    }
    return null;
  }

  /** The process of which it is a thread; its own id if it is the process. */
  long process() throws IOException {
    return Long.parseLong(status("Tgid"));
  }

  /**
   * Whether a process that attaches to it is heard: it has a socket for that already, or it catches
   * the signal that asks for one. A JVM with {@code -Xrs} does not, and would be killed.
   */
  boolean hearsOfAttaching() throws IOException {
    long caught = Long.parseUnsignedLong(status("SigCgt"), HEX);
    return (caught & QUIT) != 0 || Files.exists(reached(Path.of("/tmp/.java_pid" + ownPid())));
  }

  /** Whether it sees other file systems than another process, as in a container. */
  boolean isElsewhere(Jvm than) {
    try {
      return !link("ns/mnt").equals(than.link("ns/mnt"));
    } catch (IOException e) {
      return false; // this user may not see it
    }
  }

  private Path link(String name) throws IOException {
    return Files.readSymbolicLink(proc.resolve(name));
  }

  /** A path in its file systems, as this process reaches it. */
  Path reached(Path path) {
    return proc.resolve("root").resolve(Path.of("/").relativize(path));
  }

  /** The inodes of the sockets that it has open. */
  private Set<String> sockets() throws IOException {
    Set<String> inodes = new HashSet<>();
    try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(proc.resolve("fd"))) {
      for (Path descriptor : descriptors) {
        try {
          String target = Files.readSymbolicLink(descriptor).toString();
          if (target.startsWith("socket:[")) {
            inodes.add(target.substring(target.indexOf('[') + 1, target.length() - 1));
          }
        } catch (IOException e) {
          // closed meanwhile
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause(); // it has ended meanwhile
    }
    return inodes;
  }

  /** Whether a process has a socket. */
  enum Holding {
    YES,
    NO,
    /** This user may not see its descriptors. */
    UNKNOWN
  }

  /** Whether it has the socket at which a JVM of this name can be asked. */
  Holding holding(String name) {
    try {
      Set<String> held = inodesOf("/" + name + ".");
      held.retainAll(sockets());
      return held.isEmpty() ? Holding.NO : Holding.YES;
    } catch (IOException e) {
      return Holding.UNKNOWN;
    }
  }

  /**
   * The inodes of the sockets with this in their paths, and of the connections that these accepted.
   */
  private Set<String> inodesOf(String part) throws IOException {
    Set<String> inodes = new HashSet<>();
    paths()
        .forEach(
            (inode, path) -> {
              if (path.contains(part)) {
                inodes.add(inode);
              }
            });
    return inodes;
  }

  /** The paths of all sockets in its network namespace, by their inodes; a byte is a character. */
  private Map<String, String> paths() throws IOException {
    Map<String, String> paths = new HashMap<>();
    for (String line : Files.readAllLines(proc.resolve("net/unix"), StandardCharsets.ISO_8859_1)) {
      Matcher socket = SOCKET.matcher(line);
      if (socket.matches()) {
        paths.put(socket.group(1), socket.group(2));
      }
    }
    return paths;
  }

  /**
   * The folder of the socket at which it can be asked, by its path in its file systems; null if it
   * has no such socket, or this user may not see its descriptors. An option that names the folder
   * may have come by a file of arguments, or when the agent was attached, and be in no command
   * line.
   */
  Path folderOfSocket(long pid) {
    try {
      long ownPid = ownPid();
      Map<String, String> paths = paths();
      paths.keySet().retainAll(sockets());
      for (String path : paths.values()) {
        byte[] bytes = path.getBytes(StandardCharsets.ISO_8859_1);
        Matcher socket = ASKED.matcher(new String(bytes, StandardCharsets.UTF_8));
        if (socket.matches()) {
          long number = Long.parseLong(socket.group(2));
          if (number == pid || number == ownPid) {
            return Path.of(socket.group(1));
          }
        }
      }
    } catch (IOException | InvalidPathException e) {
      // What the command line says has to do.
    }
    return null;
  }

  /** The effective user's number. Not the owner of the files, which may be root instead. */
  String user() throws IOException {
    String users = status("Uid");
    if (users == null) {
      throw new IOException("no user in " + proc.resolve("status"));
    }
    return users.split("\\s+", -1)[1];
  }

  boolean isJvm() throws IOException {
    return Files.readString(proc.resolve("maps"), StandardCharsets.ISO_8859_1)
        .contains("libjvm.so");
  }

  /** Whether a signal has stopped it, so that it answers nobody; proc(5), stat. */
  boolean isStopped() throws IOException {
    String stat = Files.readString(proc.resolve("stat"), StandardCharsets.ISO_8859_1);
    char state = stat.charAt(stat.lastIndexOf(')') + 2); // the name before may have brackets
    return state == 'T';
  }

  /** Whether it has a jar with JFS open. */
  boolean hasJfs() throws IOException {
    try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(proc.resolve("fd"))) {
      for (Path descriptor : descriptors) {
        if (isJarOfJfs(descriptor)) {
          return true;
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause(); // it has ended meanwhile
    }
    return false;
  }

  private static boolean isJarOfJfs(Path descriptor) {
    try {
      String file = Files.readSymbolicLink(descriptor).toString();
      if (!file.endsWith(".jar") && !file.endsWith(".jar" + DELETED)) {
        return false;
      }
    } catch (IOException e) {
      return false; // closed meanwhile
    }
    return isJarOfJfs(descriptor.toFile());
  }

  /** Whether JFS is in a jar. A pipe of such a name is not opened, which may take for ever. */
  static boolean isJarOfJfs(File file) {
    if (!file.isFile()) {
      return false;
    }
    try (ZipFile jar = new ZipFile(file)) {
      return jar.getEntry(CLASS_OF_JFS) != null;
    } catch (IOException e) {
      return false; // closed meanwhile, or no jar
    }
  }

  JavaCommand command() throws IOException {
    Map<String, String> environment = new HashMap<>();
    for (String variable : words("environ")) {
      int equals = variable.indexOf('=');
      if (equals > 0) {
        environment.put(variable.substring(0, equals), variable.substring(equals + 1));
      }
    }
    return new JavaCommand(words("cmdline"), environment, this::arguments, this::mayBeOfJfs);
  }

  /**
   * What is in a file of arguments now; null if that cannot be seen. A pipe of such a name is not
   * opened, which may take for ever.
   */
  private String arguments(String path) {
    try {
      Path file = reached(resolve(path));
      return Files.isRegularFile(file) && Files.size(file) <= MOST_OF_ARGUMENTS
          ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
          : null;
    } catch (IOException | InvalidPathException e) {
      return null; // gone, or this user may not see it
    }
  }

  /** Whether JFS is in the jar with this path in a flag; one that cannot be found may have it. */
  private boolean mayBeOfJfs(String jar) {
    try {
      File file = reached(resolve(jar)).toFile();
      return !file.isFile() || isJarOfJfs(file);
    } catch (IOException | InvalidPathException e) {
      return true; // this user may not see where it is
    }
  }

  private List<String> words(String file) throws IOException {
    byte[] bytes = Files.readAllBytes(proc.resolve(file));
    List<String> words = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == 0) {
        words.add(new String(Arrays.copyOfRange(bytes, from, i), StandardCharsets.UTF_8));
        from = i + 1;
      }
    }
    return words;
  }

  /** A path as the process would understand it. */
  Path resolve(String path) throws IOException {
    return Files.readSymbolicLink(proc.resolve("cwd")).resolve(path);
  }
}
