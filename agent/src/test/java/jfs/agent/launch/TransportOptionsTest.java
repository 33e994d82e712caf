package jfs.agent.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import jfs.core.config.Option;
import jfs.core.config.Options;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Options of transports are options like others. */
class TransportOptionsTest {

  @Test
  void eachHasAKeyOfItsOwn() {
    Set<String> keys = new TreeSet<>();
    for (Option option : Option.all()) {
      assertTrue(keys.add(option.key()), option::key);
    }
    assertTrue(keys.containsAll(Set.of("shm", "shm_dir", "rdma", "rdma_key", "log")));
  }

  @Test
  void areTakenFromAllSources() {
    Options options =
        Options.of("shm=off", Map.of("jfs.rdma", "eager"), Map.of("JFS_SHM_DIR", "/somewhere"));
    assertEquals(List.of(), options.warnings());
    for (Option option : Option.all()) {
      switch (option.key()) {
        case "shm" -> assertEquals("off", options.get(option));
        case "rdma" -> assertEquals("eager", options.get(option));
        case "shm_dir" -> assertEquals("/somewhere", options.get(option));
        default -> assertFalse(options.isSet(option), option::key);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "JFS_SMH",
        "JFS_SHMDIR",
        "JFS_DIR_SHM",
        "JFS_SHM__DIR",
        "JFS_SHM_DIRS",
        "JFS_RMDA",
        "JFS_RDMAKEY",
        "JFS_KEY_RDMA"
      })
  void aMistypedVariableIsOneWarning(String variable) {
    Options options = Options.of(null, Map.of(), Map.of(variable, "x"));
    assertEquals(1, options.warnings().size());
    assertTrue(options.warnings().get(0).contains("'" + variable + "'"));
  }

  /** As in the core's own test, where there are no transports to be mistaken for. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "JFS_HOME",
        "JFS_RSA_PASSPHRASE",
        "JFS_CACHE_DIR",
        "JFS_DIR",
        "JFS_KEY",
        "JFS_SSH",
        "JFS_RAM",
        "JFS_NAME"
      })
  void aVariableOfOtherSoftwareIsNone(String variable) {
    assertEquals(List.of(), Options.of(null, Map.of(), Map.of(variable, "x")).warnings());
  }
}
