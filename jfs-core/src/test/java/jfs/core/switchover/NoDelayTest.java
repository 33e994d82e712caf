package jfs.core.switchover;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.SocketOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** TCP_NODELAY as the application has it, and as doorbells need it. */
class NoDelayTest {

  @ParameterizedTest
  @EnumSource
  void theApplicationsNoDelayIsKeptApart(Wish before) throws Exception {
    Bench bench = new Bench();
    bench.carrier.setOption(SocketOptions.TCP_NODELAY, before.wanted());
    ((CarrierAnchor) bench.connection.negotiation().anchor()).pushAtOnce();
    assertEquals(true, bench.carrier.getOption(SocketOptions.TCP_NODELAY));
    assertEquals(before.wanted(), noDelay(bench));
    for (boolean wanted : new boolean[] {true, false, true, false}) {
      bench.carrier.setOption(SocketOptions.TCP_NODELAY, wanted);
      bench.connection.optionSet(SocketOptions.TCP_NODELAY, wanted);
      assertEquals(true, bench.carrier.getOption(SocketOptions.TCP_NODELAY), "doorbells wait");
      assertEquals(wanted, noDelay(bench));
    }
  }

  private enum Wish {
    DELAY,
    NO_DELAY;

    boolean wanted() {
      return this == NO_DELAY;
    }
  }

  private static Object noDelay(Bench bench) throws IOException {
    return bench.connection.option(
        SocketOptions.TCP_NODELAY, bench.carrier.getOption(SocketOptions.TCP_NODELAY));
  }

  @Test
  void beforeTheSwitchNoDelayIsTheCarriers() throws Exception {
    Bench bench = new Bench();
    bench.connection.optionSet(SocketOptions.TCP_NODELAY, true);
    assertEquals(false, noDelay(bench));
  }
}
