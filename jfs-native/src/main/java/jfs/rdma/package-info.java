/**
 * The transport between hosts: RDMA verbs. This package has what is found as a service; {@link
 * jfs.rdma.cm} pairs the ends of connections, {@link jfs.rdma.stream} carries their bytes, and
 * {@link jfs.rdma.verbs} is the seam to the native library. Each uses those after it. {@code
 * docs/protocol-rdma.md} describes its messages, {@code docs/architecture.md} its threads.
 */
package jfs.rdma;
