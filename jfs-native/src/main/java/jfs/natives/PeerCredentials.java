package jfs.natives;

/**
 * The process at the other end of an AF_UNIX connection, as it was when it connected or began to
 * listen, by the kernel's word.
 *
 * @param uid its effective user
 * @param pid its process id; 0 where that is not visible from this process's PID namespace
 */
public record PeerCredentials(long uid, int pid) {}
