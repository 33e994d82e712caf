package jfs.shm.control;

/**
 * What two JVMs have in common, as follows from their greetings.
 *
 * @param compatible whether they may hold the two ends of one connection
 * @param crossing whether they are in different network namespaces, so that ends need to be proved
 * @param futex whether threads of both can be woken by futex
 * @param mayPoll whether a thread may poll for a thread of the peer, which then has a processor to
 *     run on
 */
record LinkTerms(boolean compatible, boolean crossing, boolean futex, boolean mayPoll) {

  /** Before the peer's HELLO. */
  static final LinkTerms NONE = new LinkTerms(false, false, false, false);

  /** What the greetings of this JVM and of a peer make possible. */
  static LinkTerms of(LinkGreeting own, LinkGreeting peer) {
    return new LinkTerms(
        peer.fits(own),
        peer.crosses(own),
        peer.futex() && own.futex(),
        own.processors().mayPollFor(peer.processors(), Runtime.getRuntime().availableProcessors()));
  }
}
