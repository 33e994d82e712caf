package jfs.shm;

import java.util.List;
import java.util.function.Function;
import jfs.core.config.Need;
import jfs.core.config.Option;
import jfs.core.config.OptionSource;

/** The options of shared memory. */
public final class ShmOptions implements OptionSource {

  /** Whether connections on one host leave TCP. */
  static final Option SHM =
      new Option(
          "shm",
          "on|off|eager",
          "on",
          "shared memory on one host; eager: at connect, without waiting");

  /** The folder that holds the rendezvous directory of each user. */
  static final Option SHM_DIR =
      new Option(
          "shm_dir",
          "FILE",
          "",
          "the folder on a tmpfs where JVMs meet; they must all have the same");

  /** Whether JVMs in other network namespaces of this host are peers, too. */
  static final Option CONTAINERS =
      new Option(
          "containers",
          "on|off",
          "off",
          "shared memory between containers of one host that share shm_dir");

  @Override
  public List<Option> options() {
    return List.of(SHM, SHM_DIR, CONTAINERS);
  }

  @Override
  public Need need(Function<Option, String> values) {
    return switch (values.apply(SHM)) {
      case "off" -> Need.NEVER;
      case "eager" -> Need.AT_ONCE;
      // Which connections may go to a container is not known before JFS has a part in them.
      default -> values.apply(CONTAINERS).equals("on") ? Need.AT_ONCE : Need.WHEN_WORTH_IT;
    };
  }
}
