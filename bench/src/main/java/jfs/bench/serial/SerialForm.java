package jfs.bench.serial;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** A form in which objects are written, and the library that knows it. For one thread. */
interface SerialForm {

  /** Writes a graph of objects, as a program does that writes one after the other. */
  void write(Object graph, OutputStream out) throws IOException;

  /** Reads what was written. */
  Object read(InputStream in) throws IOException, ClassNotFoundException;
}
