/**
 * Connection management: the {@link jfs.rdma.cm.Reactor}'s thread finds the peers of connections,
 * makes a pair of each two ends that both have, and ends it. {@link jfs.rdma.cm.RdmaPairing} makes
 * its parts.
 */
package jfs.rdma.cm;
