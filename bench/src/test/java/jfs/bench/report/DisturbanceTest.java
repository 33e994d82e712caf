package jfs.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jfs.bench.result.MachineLoad;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class DisturbanceTest {

  @Test
  void saysWhatOthersTook() {
    assertEquals(
        "0.04 of a CPU, the host of this machine 0.00", new MachineLoad(0.04, 0).toString());
    assertEquals(
        "0.06 of a CPU, the host of this machine 0.00; OTHER PROGRAMS WERE RUNNING",
        new MachineLoad(0.06, 0).toString());
    assertEquals(
        "-0.01 of a CPU, the host of this machine 0.06; OTHER PROGRAMS WERE RUNNING",
        new MachineLoad(-0.01, 0.06).toString());
    assertEquals(
        "0.00 of a CPU, the host of this machine 0.00", new MachineLoad(-0.001, 0).toString());
    assertFalse(new MachineLoad(0.05, 0.05).isBusy());
  }

  /** Nobody takes less than nothing: something was left out, and others may have taken as much. */
  @Test
  void whatIsClearlyNegativeIsNotKnown() {
    assertTrue(new MachineLoad(-0.052, 0).isKnown());
    MachineLoad impossible = new MachineLoad(-0.34, 0);
    assertFalse(impossible.isKnown());
    assertEquals(
        "not known (-0.34 of a CPU), the host of this machine 0.00", impossible.toString());
  }

  /** Interrupts count: the kernel charges this process, too, for those that interrupt it. */
  @Test
  void ofAllThatIsLeftOutWhichIsOwn() {
    assertEquals(
        new Disturbance.Ticks(255, 7, 1111),
        Disturbance.ticks(
            "cpu  100 5 20 800 50 60 70 7 8 9",
            "42 (a (b) 7) S 1 2 3 4 5 6 7 8 9 10 1000 100 10 1 20 0 19 0\n"));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void isKnownOnLinux() {
    assertTrue(new Disturbance().load().isPresent());
  }
}
