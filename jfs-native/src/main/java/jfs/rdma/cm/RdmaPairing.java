package jfs.rdma.cm;

import java.security.SecureRandom;
import jfs.core.transport.EndpointRegistry;
import jfs.rdma.stream.SpillBudget;
import jfs.rdma.stream.SpillMemory;
import jfs.rdma.verbs.PinnedMemory;
import jfs.rdma.verbs.Verbs;

/**
 * All that the reactor works with once it has verbs. Here, and nowhere else, the parts are made and
 * get to know each other. For the reactor's thread only.
 */
final class RdmaPairing {

  private final PinnedMemory memory;
  private final Timers timers = new Timers();
  private final Requests requests = new Requests();
  private final Pairs pairs;
  private final Obstacles obstacles;
  private final PairConnector connector;
  private final RdmaPairAcceptor acceptor;
  private final PairUpkeep upkeep;
  private final PairRounds rounds;
  private final ProcessExit exit;

  /**
   * Over these verbs.
   *
   * @param budget of pinned memory, in bytes
   */
  RdmaPairing(
      Verbs verbs,
      ClusterKey key,
      long budget,
      SpillBudget spillBudget,
      Tasks tasks,
      Availability availability,
      EndpointRegistry<RdmaEndpoint> registry,
      Complaints complaints) {
    SecureRandom random = new SecureRandom();
    SpillMemory spillMemory = new SpillMemory(verbs::pages, spillBudget);
    memory = new PinnedMemory(verbs::pages, budget);
    pairs = new Pairs(new Released(tasks));
    obstacles = new Obstacles(availability, spillBudget);
    PairAbort abort = new PairAbort(pairs, requests, tasks, this::askNext);
    PairCommit commit = new PairCommit(key, spillMemory, obstacles, abort);
    connector =
        new PairConnector(verbs, key, random, memory, pairs, timers, requests, obstacles, abort);
    acceptor = new RdmaPairAcceptor(registry, key, random, memory, pairs, obstacles);
    PairErrors errors = new PairErrors(pairs, abort, complaints);
    PairWatch watch = new PairWatch(pairs, commit, obstacles.failures(), errors);
    upkeep = new PairUpkeep(pairs, connector, commit, abort, watch, errors, complaints);
    rounds = new PairRounds(pairs, upkeep, watch);
    exit = new ProcessExit(tasks, pairs, obstacles, abort, watch);
  }

  private void askNext() {
    connector.askNext();
  }

  PinnedMemory memory() {
    return memory;
  }

  Timers timers() {
    return timers;
  }

  Pairs pairs() {
    return pairs;
  }

  Obstacles obstacles() {
    return obstacles;
  }

  PairConnector connector() {
    return connector;
  }

  RdmaPairAcceptor acceptor() {
    return acceptor;
  }

  PairUpkeep upkeep() {
    return upkeep;
  }

  PairRounds rounds() {
    return rounds;
  }

  ProcessExit exit() {
    return exit;
  }
}
