package jfs.apps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemberTest {

  private static Member member(int processes) throws Exception {
    return Member.open(0, processes, InetAddress.getLoopbackAddress(), Duration.ofSeconds(60));
  }

  private static long check(Run run) {
    run.compute();
    return run.check();
  }

  @Test
  void runsByItselfWhatItRunsWithOthers() throws Exception {
    Member member = member(1);
    assertThrows(IllegalStateException.class, () -> member.prepare("asp", 40, 1));
    member.meet(List.of(member.port()));
    assertEquals(check(member.prepareAlone("asp", 40, 1)), check(member.prepare("asp", 40, 1)));
  }

  @Test
  void meetsOnceAndAll() throws Exception {
    Member member = member(1);
    assertThrows(IllegalArgumentException.class, () -> member.meet(List.of()));
    member.meet(List.of(member.port()));
    assertThrows(IllegalArgumentException.class, () -> member.meet(List.of(member.port())));
  }

  @Test
  void needsAnotherForComms1() throws Exception {
    Member member = member(1);
    member.meet(List.of(member.port()));
    assertThrows(IllegalArgumentException.class, () -> member.comms1(1));
  }
}
