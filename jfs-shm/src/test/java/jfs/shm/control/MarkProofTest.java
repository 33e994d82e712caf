package jfs.shm.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jfs.core.host.TcpCounts;
import jfs.shm.control.MarkProof.Step;
import org.junit.jupiter.api.Test;

class MarkProofTest {

  private final MarkProof proof = new MarkProof(own(100, 200));

  /** What this end has counted; all is acknowledged, and the SYN. */
  private static TcpCounts own(long sent, long received) {
    return new TcpCounts(sent, received, sent + 1);
  }

  @Test
  void nothingIsFilteredBeforeAMarkedPacketHasCome() {
    assertTrue(proof.marked(new TcpCounts(260, 110, 230), new TcpCounts(120, 240, 101)));
    assertEquals(Step.LOOK, proof.look(new TcpCounts(120, 240, 101)));
    assertEquals(Step.LOOK, proof.look(new TcpCounts(130, 260, 111)));
    assertEquals(Step.FILTER, proof.look(new TcpCounts(130, 261, 111)));
  }

  /** The peer sends no bytes, but acknowledges those that come after its mark. */
  @Test
  void anAcknowledgementWillDo() {
    assertTrue(proof.marked(new TcpCounts(200, 110, 200), own(120, 200)));
    assertEquals(Step.LOOK, proof.look(new TcpCounts(120, 200, 111)));
    assertEquals(Step.FILTER, proof.look(new TcpCounts(120, 200, 112)));
  }

  @Test
  void aConnectionThatGoesOnIsProved() {
    assertTrue(proof.marked(new TcpCounts(200, 100, 200), own(100, 200)));
    assertEquals(Step.FILTER, proof.look(own(101, 201)));
    for (int i = 1; i < MarkProof.ENOUGH; i++) {
      assertEquals(Step.LOOK, proof.look(own(101 + i, 201)));
    }
    assertEquals(Step.PROVED, proof.look(own(1000, 201)));
  }

  @Test
  void whatTheProgramSendsIsNoProgress() {
    assertTrue(proof.marked(new TcpCounts(200, 100, 200), own(100, 200)));
    assertEquals(Step.FILTER, proof.look(own(101, 201)));
    for (int i = 0; i < 1000; i++) {
      assertEquals(Step.LOOK, proof.look(new TcpCounts(101 + i, 201, 102)));
    }
  }

  @Test
  void countsThatAreNotThisConnectionsAreNot() {
    // It has not received what it has acknowledged.
    assertFalse(new MarkProof(own(100, 200)).marked(new TcpCounts(200, 99, 0), own(100, 200)));
    // It has received what was not sent.
    assertFalse(new MarkProof(own(100, 200)).marked(new TcpCounts(200, 121, 0), own(120, 200)));
    // It has not sent what has come.
    assertFalse(new MarkProof(own(100, 200)).marked(new TcpCounts(199, 100, 0), own(100, 200)));
    // It is told of bytes received that have not come.
    assertFalse(new MarkProof(own(100, 200)).marked(new TcpCounts(300, 100, 252), own(100, 250)));
  }
}
