/**
 * The seam to RDMA verbs and their connection manager, {@link jfs.rdma.verbs.Verbs}, with the
 * native library behind it; queue pairs, their events, and the memory that is pinned for them.
 * Knows nothing of TCP, and nothing of what the messages mean.
 */
package jfs.rdma.verbs;
