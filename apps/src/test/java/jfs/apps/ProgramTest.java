package jfs.apps;

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

  private static Run run(Program program, World world, long seed) {
    Run run = Run.prepare(program, world, size(program), seed);
    run.compute();
    return run;
  }

  private static long check(Program program, World world, long seed) {
    return run(program, world, seed).check();
  }

  @ParameterizedTest
  @EnumSource
  void givesTheSequentialRunsResultToTheLastBit(Program program) throws Exception {
    long check = check(program, World.alone(), 1);
    for (int processes = 1; processes <= 4; processes++) {
      boolean several = processes > 1;
      for (long parallel :
          Together.run(
              processes,
              world -> {
                Run run = run(program, world, 1);
                assertEquals(several, run.messages() > 0);
                assertEquals(several, run.bytes() > 0);
                return run.check();
              })) {
        assertEquals(check, parallel, program + " by " + processes);
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
              both.add(check(program, world, 1));
              both.add(check(program, world, 1));
              return both;
            })) {
      assertEquals(checks.get(0), checks.get(1));
    }
  }

  @ParameterizedTest
  @EnumSource
  void dependsOnTheSeed(Program program) {
    assertNotEquals(check(program, World.alone(), 1), check(program, World.alone(), 2));
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
