package jfs.natives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import jfs.natives.ResourceLimits.Resource;
import jfs.testing.Needed;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ResourceLimitsTest {

  @ParameterizedTest
  @EnumSource
  void isTheSameWithAndWithoutTheLibrary(Resource resource) {
    Needed.require(NativeLibrary.isLoaded(), NativeLibrary.status().toString());
    assumeTrue(Files.exists(Path.of("/proc/self/limits")), "not on Linux");
    assertEquals(ProcLimits.ofThisProcess(resource), ResourceLimits.of(resource));
  }

  @ParameterizedTest
  @EnumSource
  void hasASoftLimitWithinTheHardOne(Resource resource) {
    assumeTrue(Files.exists(Path.of("/proc/self/limits")), "not on Linux");
    ResourceLimit limit = ResourceLimits.of(resource).orElseThrow();
    assertTrue(limit.soft() >= ResourceLimit.UNLIMITED, limit::toString);
    assertTrue(
        limit.hard() == ResourceLimit.UNLIMITED
            || (limit.soft() != ResourceLimit.UNLIMITED && limit.soft() <= limit.hard()),
        limit::toString);
  }
}
