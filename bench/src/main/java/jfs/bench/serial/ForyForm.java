package jfs.bench.serial;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.fory.Fory;
import org.apache.fory.config.Language;
import org.apache.fory.logging.LoggerFactory;

/** Apache Fory, for classes that it was not told of, with references, as the JDK has them. */
final class ForyForm implements SerialForm {

  private final Fory fory;

  ForyForm() {
    LoggerFactory.disableLogging(); // it writes to standard output, where the harness listens
    fory =
        Fory.builder()
            .withLanguage(Language.JAVA)
            .requireClassRegistration(false)
            .suppressClassRegistrationWarnings(true)
            .registerGuavaTypes(false)
            .withRefTracking(true)
            .build();
  }

  @Override
  public void write(Object graph, OutputStream out) throws IOException {
    out.write(fory.serialize(graph));
  }

  @Override
  public Object read(InputStream in) throws IOException {
    return fory.deserialize(in.readAllBytes());
  }
}
