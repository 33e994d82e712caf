package jfs.bench.apps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProgramTest {

  /** Sizes that no number of processes divides, where the program can take them. */
  private static int size(Program program) {
    return switch (program) {
      case SOR -> 23;
      case ASP -> 61;
      case RADIX -> 10_007;
      case FFT -> 1024;
      case WATER -> 29;
      case BARNES_HUT -> 401;
    };
  }

  @ParameterizedTest
  @EnumSource
  void givesTheSequentialRunsResultToTheLastBit(Program program) throws Exception {
    long check = Outcome.of(program, World.alone(), size(program), 1).check();
    for (int processes = 1; processes <= 4; processes++) {
      for (Outcome outcome :
          Together.run(processes, world -> Outcome.of(program, world, size(program), 1))) {
        assertEquals(check, outcome.check(), program + " by " + processes);
        assertEquals(processes > 1, outcome.messages() > 0);
        assertEquals(processes > 1, outcome.bytes() > 0);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void runsAgainInTheSameProcesses(Program program) throws Exception {
    for (List<Long> checks :
        Together.run(
            2,
            world -> {
              List<Long> both = new ArrayList<>();
              both.add(Outcome.of(program, world, size(program), 1).check());
              both.add(Outcome.of(program, world, size(program), 1).check());
              return both;
            })) {
      assertEquals(checks.get(0), checks.get(1));
    }
  }

  @ParameterizedTest
  @EnumSource
  void dependsOnTheSeed(Program program) {
    assertNotEquals(
        Outcome.of(program, World.alone(), size(program), 1).check(),
        Outcome.of(program, World.alone(), size(program), 2).check());
  }

  @ParameterizedTest
  @EnumSource
  void hasAName(Program program) {
    assertEquals(program, Program.named(program.toString()));
  }

  @Test
  void hasNoOtherName() {
    assertThrows(IllegalArgumentException.class, () -> Program.named("SOR"));
  }
}
