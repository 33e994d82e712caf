package jfs.bench.variant;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import jfs.bench.host.Cpus;
import jfs.bench.plan.Launcher;
import jfs.bench.plan.Programs;
import jfs.bench.plan.VariantSetup;

/**
 * The programs on object streams, with a library in place of the JDK's: what a program would gain
 * that is changed for it.
 *
 * @param form its name in {@code jfs.bench.serial}
 */
record SerializerJvms(String form) implements JvmMeans {

  @Override
  public List<String> server(VariantSetup setup, Path summary) {
    return command(
        setup, setup.placement().server(Cpus.ofProcess()), setup.programs().serverWords());
  }

  @Override
  public List<String> client(VariantSetup setup, Path summary, String port) {
    return command(
        setup, setup.placement().client(Cpus.ofProcess()), setup.programs().clientWords(port));
  }

  private List<String> command(VariantSetup setup, List<String> place, List<String> words) {
    List<String> arguments = List.of("-Djfs.bench.form=" + form);
    return setup
        .launcher()
        .command(setup.programs().family(), new Launcher.Additions(place, arguments), words);
  }

  @Override
  public boolean clientHasAgent() {
    return false;
  }

  @Override
  public boolean serverHasAgent() {
    return false;
  }

  @Override
  public String carriedBy() {
    return "nothing";
  }

  @Override
  public Optional<String> obstacle(VariantSetup setup) {
    return setup.programs().equals(Programs.SERIAL)
        ? Optional.empty()
        : Optional.of("for object streams only");
  }
}
