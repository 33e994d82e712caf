/**
 * The bytes of connections over RDMA: a {@link jfs.rdma.stream.RdmaTransport} for each, what its
 * two ends tell each other, and its rings. {@link jfs.rdma.stream.RdmaConnection} has the one lock.
 */
package jfs.rdma.stream;
