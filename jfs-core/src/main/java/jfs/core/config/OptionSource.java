package jfs.core.config;

import java.util.List;

/**
 * Declares the options of a transport. Found by {@link jfs.core.runtime.Services}; read before any
 * option is in force.
 */
public interface OptionSource {

  /** The options, in the order in which people look at them. */
  List<Option> options();

  /** When the transport has to know of a connection. */
  default Need need(Options options) {
    return Need.WHEN_WORTH_IT;
  }
}
