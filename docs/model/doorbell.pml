/*
 * How the threads of a paired connection sleep and are woken, by doorbell bytes on TCP.
 *
 * Two ends, each with a reader thread and a writer thread. Direction e is what end e sends: at the start, EARLIER bytes of the
 * program are unread on TCP; then BYTES go through the ring. A thread of end e sleeps for want of data in the other direction
 * (receiverWaits) or of room in its own (senderWaits). Both are rung by a byte on TCP from the peer, which may ring only where
 * its own direction is switched. One thread of an end leads: it reads TCP. The other follows: it waits for the leader.
 *
 * Options: BYTES0, BYTES1, EARLIER0, EARLIER1, RING_ROOM; LATE (direction 1 is not switched at the start); TIMEOUTS (a reader's
 * wait may time out at any moment; the program of end 0 then reads again, that of end 1 first waits for its own writes).
 */

#ifndef BYTES0
#define BYTES0 3
#endif
#ifndef BYTES1
#define BYTES1 3
#endif
#ifndef EARLIER0
#define EARLIER0 1
#endif
#ifndef EARLIER1
#define EARLIER1 0
#endif
#ifndef RING_ROOM
#define RING_ROOM 1
#endif
#ifdef LATE
#define SWITCHED1 false
#else
#define SWITCHED1 true
#endif
#ifdef TIMEOUTS
#define MAY_TIME_OUT true
#else
#define MAY_TIME_OUT false
#endif

#define TCP_ROOM 4
#define MAX(e) ((e) == 0 -> EARLIER0 + BYTES0 : EARLIER1 + BYTES1)
#define DOORBELL 0

/* A waits word. */
#define AWAKE 0
#define ASLEEP 1
#define POLLING 2 /* senderWaits only: cannot be rung yet; switch if you can */

chan tcp[2] = [TCP_ROOM] of {byte};
chan ring[2] = [RING_ROOM] of {byte};
bool switched[2];
byte givenToTcp[2]; /* which is switchAt, once switched */
byte receiverWaits[2];
byte senderWaits[2];

/* What one end knows. */
byte received[2];   /* program's bytes that came by TCP */
bool writing[2];    /* the write lock */
bool leading[2];    /* a thread reads TCP */
bool told[4];       /* a doorbell was read since the reader (2e), the writer (2e + 1) cleared this */
short owed[2];      /* armings found taken, less doorbells read */

/* What the programs saw. */
byte put[2];
byte got[2];

#define DRAINED(e) (switched[1 - e] && received[e] == givenToTcp[1 - e])
#define DATA(e) (len(ring[1 - e]) > 0)
#define ROOM(e) (len(ring[e]) < RING_ROOM)

/* Before TCP is drained, a doorbell for a writer would lie behind bytes that only the reader may take. */
#ifdef BUG_ROOM_BEFORE_DRAINED
#define MAY_SLEEP(e) switched[1 - e]
#else
#define MAY_SLEEP(e) DRAINED(e)
#endif

#ifdef BUG_NO_OWED
#define OWES(e) false
#else
#define OWES(e) (owed[e] > 0)
#endif

/* --- waking ----------------------------------------------------------------------------------------------- */

inline wake(word) {
  atomic {
    was = word;
    word = AWAKE
  }
  if
  :: was == ASLEEP ->
    atomic {
      was = AWAKE;
      assert(switched[e]);
      tcp[e]!DOORBELL;
      /* Never more than two unread: TCP cannot fill with them. */
      assert(len(tcp[e]) - (givenToTcp[e] - received[1 - e]) <= 2)
    }
  :: else -> was = AWAKE
  fi
}

inline switchOver() {
  switched[e] = true;
  wake(receiverWaits[e])
}

/* --- sleeping --------------------------------------------------------------------------------------------- */

/* Takes an arming back; if the peer took it first, its doorbell is under way. */
inline disarm(flag) {
  atomic {
    if
    :: armed && flag == AWAKE -> owed[e]++
    :: armed && flag != AWAKE -> flag = AWAKE
    :: else
    fi;
    armed = false
  }
}

/* With leadership. What came before the switch is the program's, wherever it is read. */
inline readTcp(isReader, impatient) {
  atomic {
    if
    :: len(tcp[1 - e]) > 0 ->
      if
      :: DRAINED(e) ->
        tcp[1 - e]?_;
        owed[e]--;
#ifndef BUG_FOLLOWERS_NOT_TOLD
        told[2 * e] = true;
        told[2 * e + 1] = true
#endif
      :: else ->
        assert(isReader);
        tcp[1 - e]?value;
        assert(value == got[e] + 1);
        value = 0;
        got[e]++;
        received[e]++
      fi
    :: impatient -> paused = (e == 1)
    fi;
    leading[e] = false
  }
}

/* Once round: returns when rung, when "ready", or when a doorbell was read that was owed. */
inline sleep(word, ready, me, impatient) {
  atomic {
    told[me] = false;
    owes = OWES(e)
  }
  if
  :: owes -> owes = false
  :: else ->
    word = ASLEEP;
    armed = true;
#ifndef BUG_NO_RECHECK
    if
    :: ready -> goto done
    :: else
    fi
#endif
  fi;
#ifdef BUG_CLEARED_LATE
  told[me] = false;
#endif
  if
  :: atomic { !leading[e] && !told[me] -> leading[e] = true }
    readTcp(me == 2 * e, impatient)
  :: told[me]
#ifdef BUG_NO_HANDOVER
  :: leading[e] && !told[me] ->
    told[me]
#endif
  fi;
done:
  disarm(word)
}

proctype Writer(byte e) {
  byte was;
  byte value;
  bool owes;
  bool armed;
  bool paused; /* after a timeout */

  do
  :: put[e] == MAX(e) -> break
  :: put[e] < MAX(e) ->
    atomic { !writing[e] -> writing[e] = true }
    if
    :: !switched[e] -> switchOver()
    :: else
    fi;
    do
    :: atomic { ROOM(e) ->
        put[e]++;
        ring[e]!put[e];
        break
      }
    :: !ROOM(e) && !MAY_SLEEP(e) ->
      senderWaits[e] = POLLING;
      ROOM(e) || MAY_SLEEP(e); /* short timed sleeps */
      senderWaits[e] = AWAKE
    :: !ROOM(e) && MAY_SLEEP(e) -> sleep(senderWaits[e], ROOM(e), 2 * e + 1, false)
    od;
    wake(receiverWaits[e]);
    writing[e] = false
  od
}

proctype Reader(byte e) {
  byte was;
  byte value;
  bool owes;
  bool armed;
  bool paused; /* after a timeout */

  do
  :: paused ->
    put[e] == MAX(e);
    paused = false
  :: atomic { !paused && DRAINED(e) && DATA(e) ->
      ring[1 - e]?value;
      assert(value == got[e] + 1);
      value = 0;
      got[e]++
    }
    if
    :: senderWaits[1 - e] == POLLING ->
      if
      :: atomic { !switched[e] && !writing[e] -> writing[e] = true }
        switchOver();
        writing[e] = false
      :: else
      fi
    :: senderWaits[1 - e] == ASLEEP -> wake(senderWaits[1 - e])
    :: else
    fi
  :: !paused && DRAINED(e) && !DATA(e) -> sleep(receiverWaits[1 - e], DATA(e), 2 * e, MAY_TIME_OUT)
  :: !paused && switched[1 - e] && !DRAINED(e) ->
    atomic { !leading[e] -> leading[e] = true }
    readTcp(true, MAY_TIME_OUT)
  :: !paused && !switched[1 - e] -> sleep(receiverWaits[1 - e], switched[1 - e], 2 * e, MAY_TIME_OUT)
  od
}

proctype Quiet() {
  timeout -> assert(put[0] == MAX(0) && put[1] == MAX(1) && got[0] == MAX(1) && got[1] == MAX(0))
}

init {
  atomic {
    switched[0] = true;
    switched[1] = SWITCHED1;
    do
    :: put[0] < EARLIER0 ->
      put[0]++;
      tcp[0]!put[0]
    :: else -> break
    od;
    do
    :: put[1] < EARLIER1 ->
      put[1]++;
      tcp[1]!put[1]
    :: else -> break
    od;
    givenToTcp[0] = EARLIER0;
    givenToTcp[1] = EARLIER1;
    run Writer(0);
    run Reader(0);
    run Writer(1);
    run Reader(1);
    run Quiet()
  }
}
