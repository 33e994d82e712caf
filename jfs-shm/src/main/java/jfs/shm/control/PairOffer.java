package jfs.shm.control;

import jfs.core.transport.FourTuple;

/**
 * What an OFFER says.
 *
 * @param peerId the number that the offerer has given the pair
 * @param theirs the connection, as the offerer sees it
 * @param control the offset of the control block in the offerer's arena
 * @param chunk the descriptor of the first chunk there
 * @param cookie of the offerer's socket, 0 if it is not known
 */
record PairOffer(int peerId, FourTuple theirs, long control, long chunk, long cookie) {}
