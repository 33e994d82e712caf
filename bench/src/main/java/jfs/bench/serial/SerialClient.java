package jfs.bench.serial;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import jfs.bench.child.Client;
import jfs.bench.child.CpuTime;
import jfs.bench.child.Samples;
import jfs.bench.program.SampleGraphs;

/**
 * Writes graphs and reads them again. Commands: {@code buffer|file KIND SIZE COUNT}, with the kinds
 * and sizes of {@link SampleGraphs}.
 */
final class SerialClient implements Client {

  private final SerialForm form;
  private final ByteArrayOutputStream memory = new ByteArrayOutputStream();

  /** Null until one is needed. */
  private Path file;

  SerialClient(SerialForm form) {
    this.form = form;
  }

  @Override
  public String answer(String[] command) throws IOException, ClassNotFoundException {
    boolean toFile = command[0].equals("file");
    Object graph = SampleGraphs.of(command[1], Integer.parseInt(command[2]));
    int count = Integer.parseInt(command[3]);
    int sum = SampleGraphs.sum(graph);
    Samples samples = new Samples(count);
    long cpu = CpuTime.nanos();
    samples.begin();
    for (int i = 0; i < count; i++) {
      Object read = toFile ? throughFile(graph) : throughMemory(graph);
      if (SampleGraphs.sum(read) != sum) {
        throw new IllegalStateException("graph " + i + " is another one");
      }
      samples.lap();
    }
    String times = samples.answer(CpuTime.nanos() - cpu);
    return times + " argument=" + (toFile ? Files.size(file) : memory.size());
  }

  private Object throughMemory(Object graph) throws IOException, ClassNotFoundException {
    memory.reset();
    form.write(graph, memory);
    return form.read(new ByteArrayInputStream(memory.toByteArray()));
  }

  private Object throughFile(Object graph) throws IOException, ClassNotFoundException {
    if (file == null) {
      file = Files.createTempFile("jfs-bench", ".serial");
      file.toFile().deleteOnExit();
    }
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      form.write(graph, out);
    }
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      return form.read(in);
    }
  }
}
