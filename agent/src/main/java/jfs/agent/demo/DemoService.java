package jfs.agent.demo;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** What the server does for the client. */
public interface DemoService extends Remote {

  /** Nothing. */
  void call() throws RemoteException;

  /** Returns what it is given. */
  byte[] echo(byte[] bytes) throws RemoteException;
}
