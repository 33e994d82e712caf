package jfs.natives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jfs.testing.Needed;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loading happens once in a JVM, so each case has its own JVM. */
class NativeLibraryTest {

  @TempDir Path base;
  private ProbeJvm jvm;

  @BeforeEach
  void makeJvm() throws IOException {
    jvm = new ProbeJvm(base);
  }

  @Test
  void loadsThroughTheTemporaryFolderAndLeavesNothing() throws Exception {
    requireBuilt();
    Files.createDirectory(jvm.temporary());
    Files.createDirectory(jvm.home());
    jvm.run()
        .assertLoaded()
        .assertMappedWithoutName()
        .assertDetailHas("through " + jvm.temporary());
    assertNoLibraryFiles();
    assertFalse(Files.exists(jvm.home().resolve(".cache")), "made only when needed");
  }

  @Test
  void loadsInAnInterruptedThread() throws Exception {
    requireBuilt();
    Files.createDirectory(jvm.temporary());
    jvm.argument("interrupted").run().assertLoaded();
  }

  @Test
  void loadsThroughTheRuntimeFolderWhereThereIsNoTemporaryFolder() throws Exception {
    requireBuilt();
    Files.createDirectory(jvm.runtime());
    jvm.run().assertLoaded().assertMappedWithoutName().assertDetailHas("through " + jvm.runtime());
    assertNoLibraryFiles();
  }

  @Test
  void loadsThroughTheCacheFolderWhereThereIsNeither() throws Exception {
    requireBuilt();
    Files.createDirectory(jvm.home());
    jvm.run().assertLoaded().assertMappedWithoutName().assertDetailHas("/home/.cache/jfs");
    assertEquals(
        "rwx------",
        PosixFilePermissions.toString(
            Files.getPosixFilePermissions(jvm.home().resolve(".cache/jfs"))));
    assertNoLibraryFiles();
  }

  @Test
  void loadsThroughTheCurrentFolderAtLast() throws Exception {
    requireBuilt();
    jvm.run()
        .assertLoaded()
        .assertMappedWithoutName()
        .assertDetailHas("through " + jvm.workingDirectory());
    assertNoLibraryFiles();
    assertFalse(Files.exists(jvm.home()), "no home is made up");
  }

  @Test
  void avoidsATemporaryFolderWhereOthersCouldExchangeTheFile() throws Exception {
    requireBuilt();
    Files.createDirectory(jvm.temporary());
    Files.setPosixFilePermissions(
        jvm.temporary(), PosixFilePermissions.fromString("rwxrwxrwx")); // and not sticky
    jvm.run().assertLoaded().assertDetailHas("through " + jvm.workingDirectory());
    assertNoLibraryFiles();
  }

  @Test
  void survivesAReadOnlyTemporaryFolder() throws Exception {
    requireBuilt();
    Files.createDirectory(jvm.temporary());
    mountBeforehand("ro", jvm.temporary());
    jvm.run().assertLoaded().assertDetailHas("through " + jvm.workingDirectory());
    assertNoLibraryFiles();
  }

  @Test
  void survivesATemporaryFolderMountedNoexec() throws Exception {
    requireBuilt();
    Files.createDirectory(jvm.temporary());
    Files.createDirectory(jvm.runtime());
    mountBeforehand("noexec", jvm.temporary());
    jvm.run().assertLoaded().assertDetailHas("through " + jvm.runtime());
    assertNoLibraryFiles();
  }

  @Test
  void saysWhyWhereNoFolderWillDo() throws Exception {
    requireBuilt();
    Files.createDirectory(jvm.temporary());
    mountBeforehand("noexec", jvm.temporary(), jvm.workingDirectory());
    jvm.run()
        .assertFailed()
        .assertDetailHas(jvm.temporary() + ", " + jvm.workingDirectory() + ": failed to map")
        .assertDetailHas(jvm.runtime() + ", " + jvm.home().resolve(".cache/jfs") + ": no such");
    assertNoLibraryFiles();
  }

  @Test
  void isQuietInPureJavaModeByWish() throws Exception {
    assertSwitchedOff(jvm.option("-Djfs.native=off").run());
  }

  @Test
  void takesTheWishFromTheEnvironmentToo() throws Exception {
    assertSwitchedOff(jvm.environment("JFS_NATIVE", "off").run());
  }

  private static void assertSwitchedOff(ProbeJvm.Result result) {
    assertEquals("SWITCHED_OFF", result.value("state"));
    assertEquals(List.of(), result.stderr());
    result.assertPureJava();
  }

  @Test
  void takesTheLibraryThatItIsTold() throws Exception {
    requireBuilt();
    Path file = copyLibraryTo(base.resolve("the one.so"));
    jvm.option("-Djfs.native=" + file).run().assertLoaded().assertDetailHas(file.toString());
  }

  @Test
  void survivesGarbageForALibrary() throws Exception {
    Path garbage = Files.writeString(base.resolve("garbage.so"), "not a library, by any measure");
    jvm.option("-Djfs.native=" + garbage)
        .run()
        .assertFailed()
        .assertDetailHas("native=" + garbage + ": not a shared library");
  }

  @Test
  void survivesATruncatedLibrary() throws Exception {
    requireBuilt();
    Path file = copyLibraryTo(base.resolve("half.so"));
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, 100));
    jvm.option("-Djfs.native=" + file).run().assertFailedWhateverTheJvmPrints();
  }

  @Test
  void survivesAMissingLibrary() throws Exception {
    jvm.option("-Djfs.native=" + base.resolve("missing.so")).run().assertFailed();
  }

  @Test
  void survivesARelativePath() throws Exception {
    jvm.option("-Djfs.native=libjfs.so").run().assertFailed().assertDetailHas("absolute path");
  }

  @Test
  void refusesSomebodyElsesLibrary() throws Exception {
    Path other = compile("int something_else(void); int something_else(void) { return 7; }");
    jvm.option("-Djfs.native=" + other)
        .run()
        .assertFailed()
        .assertDetailHas("is not JFS's library");
  }

  @Test
  void refusesTheLibraryOfAnotherVersion() throws Exception {
    Path other =
        compile(
            "int Java_jfs_natives_Natives_contract(void *env, void *cls);"
                + "int Java_jfs_natives_Natives_contract(void *env, void *cls)"
                + "{ (void)env; (void)cls; return 4711; }");
    jvm.option("-Djfs.native=" + other)
        .run()
        .assertFailed()
        .assertDetailHas("is for contract 4711, this JFS needs " + Natives.CONTRACT);
  }

  @Test
  void isNoNewsWhereJfsWasBuiltWithoutOne() throws Exception {
    ProbeJvm.Result result = jvm.option("-Dos.arch=pdp11").run();
    assertEquals("NOT_BUILT", result.value("state"));
    assertEquals(List.of(), result.stderr());
    result.assertDetailHas("linux-pdp11").assertPureJava();
  }

  @Test
  void takesAnInstalledLibraryWhereTheJarHasNone() throws Exception {
    requireBuilt();
    Path installed = Files.createDirectory(base.resolve("lib"));
    copyLibraryTo(installed.resolve("libjfs.so"));
    jvm.option("-Dos.arch=pdp11")
        .option("-Djava.library.path=" + installed)
        .run()
        .assertLoaded()
        .assertDetailHas("java.library.path");
  }

  @Test
  void removesStaleFiles() throws Exception {
    requireBuilt();
    Files.createDirectory(jvm.temporary());
    Path stale = LibraryFilesTest.oldFile(jvm.temporary().resolve("jfs-native-0.0.9-123.so"));
    jvm.run().assertLoaded();
    assertFalse(Files.exists(stale));
  }

  @Test
  void tellsSoftAndHardLimitsApart() throws Exception {
    requireBuilt();
    assertTellsLimitsApart(limited(jvm).run().assertLoaded());
  }

  @Test
  void tellsSoftAndHardLimitsApartInPureJavaMode() throws Exception {
    assertTellsLimitsApart(limited(jvm).option("-Djfs.native=off").run());
  }

  private static ProbeJvm limited(ProbeJvm jvm) {
    return jvm.within(List.of("sh", "-c", "ulimit -S -n 256 && exec \"$@\"", "limited"))
        .option("-XX:-MaxFDLimit");
  }

  private static void assertTellsLimitsApart(ProbeJvm.Result result) {
    Matcher limit =
        Pattern.compile("Optional\\[ResourceLimit\\[soft=256, hard=(-?\\d+)]]")
            .matcher(result.value("files"));
    assertTrue(limit.matches(), result::toString);
    assertNotEquals("256", limit.group(1), "a hard limit of its own");
  }

  @Test
  void survivesASecurityManager() throws Exception {
    assumeTrue(Runtime.version().feature() < 24, "there is none any more");
    Files.createDirectory(jvm.temporary());
    ProbeJvm.Result result =
        jvm.option("-Djava.security.manager").option("-Djava.security.policy==/dev/null").run();
    assertEquals("SWITCHED_OFF", result.value("state"));
    result.assertDetailHas("access denied");
    List<String> lines =
        result.stderr().stream().filter(line -> !line.startsWith("WARNING: ")).toList();
    assertEquals(List.of(), lines);
    assertEquals("Optional.empty", result.value("files"));
  }

  @Test
  void survivesADenialOfNativeAccess() throws Exception {
    assumeTrue(Runtime.version().feature() >= 24, "nothing can be denied before");
    requireBuilt();
    Files.createDirectory(jvm.temporary());
    ProbeJvm.Result result = jvm.option("--illegal-native-access=deny").withoutNativeAccess().run();
    assertEquals("SWITCHED_OFF", result.value("state"));
    assertEquals(List.of(), result.stderr());
    assertNoLibraryFiles();
  }

  private static void requireBuilt() throws IOException {
    Needed.require(
        BundledLibrary.of(Platform.current()).isPresent(), "built without the native library");
  }

  private static Path copyLibraryTo(Path file) throws IOException {
    try (InputStream in = Probe.class.getResourceAsStream(Platform.current().resource())) {
      Files.copy(in, file);
    }
    return file;
  }

  /** A library of a few functions in C; no test without a compiler. */
  private Path compile(String code) throws IOException, InterruptedException {
    Path source = Files.writeString(base.resolve("other.c"), code);
    Path library = base.resolve("other.so");
    Needed.require(
        succeeds(
            "cc", "-shared", "-fPIC", "-nostdlib", "-o", library.toString(), source.toString()),
        "no C compiler");
    return library;
  }

  /**
   * Runs the JVM with a tmpfs mounted over each folder; no test where this process may not mount.
   */
  private void mountBeforehand(String option, Path... folders)
      throws IOException, InterruptedException {
    List<String> unshare = List.of("unshare", "--user", "--map-root-user", "--mount", "sh", "-c");
    StringBuilder mounts = new StringBuilder("set -e\n");
    for (Path folder : folders) {
      mounts.append("mount -t tmpfs -o ").append(option).append(" none '").append(folder);
      mounts.append("'\n");
    }
    String script = mounts + "cd .\nexec \"$@\"";
    List<String> command = Stream.concat(unshare.stream(), Stream.of(script, "mounted")).toList();
    assumeTrue(
        succeeds(Stream.concat(command.stream(), Stream.of("true")).toArray(String[]::new)),
        "no private mounts here");
    jvm.within(command);
  }

  private static boolean succeeds(String... command) throws IOException, InterruptedException {
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException e) {
      return false; // no such program
    }
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      return false;
    }
    return process.exitValue() == 0;
  }

  private void assertNoLibraryFiles() throws IOException {
    try (Stream<Path> files = Files.walk(base)) {
      assertEquals(
          List.of(),
          files
              .filter(file -> file.getFileName().toString().startsWith(LibraryFiles.PREFIX))
              .toList());
    }
  }
}
