package jfs.apps;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** Gives back what it gets. */
public interface Echo extends Remote {

  /** The values, all of them, again. */
  double[] echo(double[] values) throws RemoteException;
}
