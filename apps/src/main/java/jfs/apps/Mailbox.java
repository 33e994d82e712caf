package jfs.apps;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** Where a process gets its messages from the others. */
public interface Mailbox extends Remote {

  /**
   * Leaves a message. Waits while there are many from the same sender that the receiver has not
   * taken yet, and throws a {@link PeerException} if that lasts.
   *
   * @param from the sender's rank
   * @param payload not null
   */
  void put(int from, Object payload) throws RemoteException;
}
