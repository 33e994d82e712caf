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
    ConnectionFixture fixture = new ConnectionFixture();
    fixture.carrier.setOption(SocketOptions.TCP_NODELAY, before.wanted());
    ((CarrierAnchor) fixture.connection.negotiation().anchor()).pushAtOnce();
    assertEquals(true, fixture.carrier.getOption(SocketOptions.TCP_NODELAY));
    assertEquals(before.wanted(), noDelay(fixture));
    for (boolean wanted : new boolean[] {true, false, true, false}) {
      fixture.carrier.setOption(SocketOptions.TCP_NODELAY, wanted);
      fixture.connection.optionSet(SocketOptions.TCP_NODELAY, wanted);
      assertEquals(true, fixture.carrier.getOption(SocketOptions.TCP_NODELAY), "doorbells wait");
      assertEquals(wanted, noDelay(fixture));
    }
  }

  private enum Wish {
    DELAY,
    NO_DELAY;

    boolean wanted() {
      return this == NO_DELAY;
    }
  }

  private static Object noDelay(ConnectionFixture fixture) throws IOException {
    return fixture.connection.option(
        SocketOptions.TCP_NODELAY, fixture.carrier.getOption(SocketOptions.TCP_NODELAY));
  }

  @Test
  void beforeTheSwitchNoDelayIsTheCarriers() throws Exception {
    ConnectionFixture fixture = new ConnectionFixture();
    fixture.connection.optionSet(SocketOptions.TCP_NODELAY, true);
    assertEquals(false, noDelay(fixture));
  }
}
