package jfs.core.carrier;

/**
 * What a socket or channel has read and written on TCP without JFS, until a transport is known. Any
 * thread may ask, and may get figures of a moment ago; those that the present reader gets of what
 * was read are exact, and likewise the present writer's.
 */
public interface OwnTraffic {

  /** How many bytes were read. */
  long received();

  /** How many bytes were written. */
  long sent();

  /** Whether a write has failed, and may have sent more than is counted. */
  boolean isUncertain();

  /** What a transport would have saved, in microseconds of processor time. */
  long savedMicros();

  /** Sets the savings with which JFS is to be asked whether the connection is worth a transport. */
  void due(long micros);
}
