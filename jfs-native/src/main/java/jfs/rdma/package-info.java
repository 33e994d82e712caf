/**
 * The transport between hosts: RDMA verbs. {@code docs/protocol-rdma.md} describes its messages,
 * {@code docs/architecture.md} its threads.
 */
package jfs.rdma;
