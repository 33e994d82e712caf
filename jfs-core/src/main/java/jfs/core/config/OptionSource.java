package jfs.core.config;

import java.util.List;
import java.util.function.Function;

/**
 * Declares the options of a transport. Found by {@link jfs.core.runtime.Services}; read before any
 * option is in force.
 */
public interface OptionSource {

  /** The options, in the order in which people look at them. */
  List<Option> options();

  /**
   * When the transport has to know of a connection.
   *
   * @param values tells the value of an option
   */
  default Need need(Function<Option, String> values) {
    return Need.WHEN_WORTH_IT;
  }
}
