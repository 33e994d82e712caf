/**
 * The transport between hosts: RDMA verbs. {@code docs/protocol.md} has its messages, {@code
 * docs/architecture.md} its threads.
 */
package jfs.rdma;
