package jfs.core.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import jfs.core.config.Log;
import jfs.core.rules.Rules;
import jfs.core.runtime.Services;
import jfs.testing.TestKinds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TransportsTest {

  private static final FourTuple ENDS =
      new FourTuple(InetAddress.getLoopbackAddress(), 1, InetAddress.getLoopbackAddress(), 2);

  private record Fake(Function<FourTuple, Optional<Reason>> answer) implements TransportProvider {
    @Override
    public TransportKind kind() {
      return TestKinds.NEAR;
    }

    @Override
    public Optional<Reason> refusal(FourTuple connection) {
      return answer.apply(connection);
    }

    @Override
    public Registration register(PairingEnd end) {
      throw new AssertionError("nothing is to be registered");
    }
  }

  private static Fake refusing(String code) {
    return new Fake(ends -> Optional.of(new Reason(code)));
  }

  @Test
  void withoutProvidersTheAddressesAreNotEvenAskedFor() {
    Transports none = new Transports(List.of());
    assertEquals(Reason.NO_TRANSPORT, none.choose(ENDS, true, Preference.NONE).reason());
  }

  @Test
  void theProviderThatIsMeantForAConnectionHasTheLastWord() {
    assertReason("first", "first", "second");
    assertReason("second", "other-host", "second");
    assertReason("first", "first", "same-host");
    assertReason("same-host", "other-host", "same-host");
    assertReason("switched-off", "switched-off", "other-host");
    assertReason("switched-off", "same-host", "switched-off");
    assertReason("second", "switched-off", "second");
    assertReason("rdma-off", "switched-off", "rdma-off");
    assertReason("rdma-off", "other-host", "rdma-off");
    assertReason("first", "first", "rdma-off");
  }

  private static void assertReason(String told, String first, String second) {
    Transports both = new Transports(List.of(refusing(first), refusing(second)));
    assertEquals(new Reason(told), both.choose(ENDS, true, Preference.NONE).reason());
  }

  @Test
  void aProviderThatServesEndsTheSearch() {
    List<FourTuple> seen = new ArrayList<>();
    Fake serving =
        new Fake(
            ends -> {
              seen.add(ends);
              return Optional.empty();
            });
    Transports transports = new Transports(List.of(refusing("first"), serving, refusing("third")));
    assertEquals(serving, transports.choose(ENDS, true, Preference.NONE).provider());
    assertEquals(List.of(ENDS), seen);
  }

  @ParameterizedTest
  @EnumSource(Preference.class)
  void aShortConnectionTimeIsTcps(Preference preference) {
    Fake serving = new Fake(ends -> Optional.empty());
    Transports.Choice choice = new Transports(List.of(serving)).choose(ENDS, true, preference);
    boolean onTcp = preference == Preference.CONNECTION_TIME;
    assertEquals(onTcp ? null : serving, choice.provider());
    assertEquals(onTcp ? Reason.PREFERRED_TCP : null, choice.reason());
    assertEquals(ENDS, choice.ends());
  }

  @Test
  void whereThereIsNoTransportThePreferenceIsNotTheReason() {
    Transports transports = new Transports(List.of(refusing("first")));
    assertEquals(
        new Reason("first"), transports.choose(ENDS, true, Preference.CONNECTION_TIME).reason());
  }

  @Test
  void aRuleLeavesOneTransportOrNone(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("rules");
    String near = TestKinds.NEAR.label();
    Fake serving = new Fake(ends -> Optional.empty());
    for (String transport : List.of("tcp", "shm", "rdma")) {
      Files.writeString(file, "use " + transport + " connect * " + ENDS.remotePort());
      Rules rules = new Rules(file);
      Transports transports = new Transports(List.of(serving), rules);
      Transports.Choice opened = transports.choose(ENDS, true, Preference.NONE);
      assertEquals(transport.equals(near) ? null : Reason.BY_RULE, opened.reason(), transport);
      assertEquals(ENDS, opened.ends());
      assertEquals(serving, transports.choose(ENDS, false, Preference.NONE).provider());
      Transports refusing = new Transports(List.of(refusing("first")), rules);
      String told = transport.equals(near) ? "first" : "by-rule";
      assertEquals(new Reason(told), refusing.choose(ENDS, true, Preference.NONE).reason());
    }
  }

  @Test
  void aProviderThatFailsIsARefusal() {
    Log.setLevel(Log.Level.OFF);
    try {
      Fake failing =
          new Fake(
              ends -> {
                throw new IllegalStateException("broken");
              });
      assertEquals(
          Reason.PROVIDER_FAILED,
          new Transports(List.of(failing)).choose(ENDS, true, Preference.NONE).reason());
    } finally {
      Log.setLevel(Log.DEFAULT_LEVEL);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-", "a-", "-a", "a--b", "A", "a b", "a_b", "é"})
  void aCodeIsKebabCase(String code) {
    assertThrows(IllegalArgumentException.class, () -> new Reason(code));
  }

  /** Its list of providers names a class that it lacks. */
  @Test
  void aJarThatIsNotWholeHasNoTransports(@TempDir Path folder) throws Exception {
    Path jar = folder.resolve("jfs.jar");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new ZipEntry("META-INF/services/" + TransportProvider.class.getName()));
      out.write("jfs.none.Missing\n".getBytes(StandardCharsets.UTF_8));
    }
    try (ZipFile file = new ZipFile(jar.toFile())) {
      Services.allIn(file);
      assertEquals(List.of(), Transports.find());
    } finally {
      Services.allIn(null);
    }
  }
}
