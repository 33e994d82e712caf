package jfs.contract;

import java.io.InputStream;
import java.io.OutputStream;
import org.junit.jupiter.api.Test;

/** What the streams of a closed socket do. */
class ClosedStreamContract extends Contract {

  private interface Operation {
    Object on(InputStream closed) throws Exception;
  }

  private interface Change {
    void on(OutputStream closed) throws Exception;
  }

  private void input(Operation operation) {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            InputStream in = c.clientIn();
            c.client.close();
            return operation.on(in);
          }
        });
  }

  private void output(Change operation) {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            OutputStream out = c.clientOut();
            c.client.close();
            return Outcome.of(() -> operation.on(out));
          }
        });
  }

  @Test
  void readOne() {
    input(in -> in.read());
  }

  @Test
  void readArray() {
    input(in -> in.read(new byte[4]));
  }

  @Test
  void readRange() {
    input(in -> in.read(new byte[4], 1, 2));
  }

  @Test
  void availableOfTheStream() {
    input(in -> in.available());
  }

  @Test
  void skip() {
    input(in -> in.skip(1));
  }

  @Test
  void skipNothing() {
    input(in -> in.skip(0));
  }

  @Test
  void readAllBytes() {
    input(in -> in.readAllBytes());
  }

  @Test
  void readNBytes() {
    input(in -> in.readNBytes(1));
  }

  @Test
  void readNBytesOfNothing() {
    input(in -> in.readNBytes(0).length);
  }

  @Test
  void transferTo() {
    input(in -> in.transferTo(OutputStream.nullOutputStream()));
  }

  @Test
  void writeOne() {
    output(out -> out.write(1));
  }

  @Test
  void writeArray() {
    output(out -> out.write(new byte[4]));
  }

  @Test
  void writeRange() {
    output(out -> out.write(new byte[4], 1, 2));
  }

  @Test
  void writeHuge() {
    output(out -> out.write(new byte[1 << 20]));
  }
}
