package jfs.bench.program;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.List;
import java.util.Map;

/** The remote calls that are timed. Each answers something by which the caller can check it. */
public interface Measured extends Remote {

  /** The null call. */
  void ping() throws RemoteException;

  /** The length of the array plus its last element. */
  int bytes(byte[] values) throws RemoteException;

  /** The length of the array plus its last element. */
  int ints(int[] values) throws RemoteException;

  /** The length of the array plus its last element. */
  int doubles(double[] values) throws RemoteException;

  /** The sum of everything in the tree. */
  int tree(Tree tree) throws RemoteException;

  /** The sum of all coordinates. */
  int points(GridPoint[] points) throws RemoteException;

  /** The length of all texts. */
  int strings(String[] texts) throws RemoteException;

  /** The sum of the values. */
  int map(Map<String, Integer> map) throws RemoteException;

  /** The sum of the orders' sums. */
  int orders(List<Purchase> orders) throws RemoteException;
}
