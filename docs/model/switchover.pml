/*
 * One JFS connection over shared memory: pairing, switch-over, half-close, close and death.
 *
 * Two ends, 0 and 1; end 0 called connect(). Direction e is what end e sends. Each end has a reader thread, a
 * writer thread that at last rests, half-closes or closes, and its JVM's link thread. A kernel's TCP connection joins
 * them, a link carries the pairing frames, and memory is shared.
 *
 * Bytes of the programs are numbered from 1 in each direction; a doorbell is 0, but no end ever looks at that: a
 * byte on TCP is told from a doorbell by its place alone.
 *
 * Not in here: waiting for room (the sender looks for itself); chunks; memory's ordering.
 *
 * Options: BYTES0, BYTES1 (what each end may send), TCP_ROOM, RING_ROOM; PLAIN (end 1 has no JFS); LATE (the JVMs
 * register their ends at any time, not at the start); DEATH (end 1 may be killed at any step), LINK_BREAKS (the link
 * may break at any step), LAST0, LAST1 (what an end may do when it has written), LOOKS (the end that sends LOOK; 2
 * means both), AT_ONCE (it sends an OFFER instead), GATE (end 1 reads one byte, then nothing until all its writes are
 * done),
 * SLEEPS (how a reader sleeps at an empty ring: ON_TCP, ON_FUTEX, or either by chance), IMPATIENT (it may return to its
 * program without the doorbell that it is owed), RETURNS (a sender whose ring is full may return to TCP), OVERFLOWS (the
 * stack of end 1's reader overflows once while it reads doorbells, and its program reads again).
 */

#ifndef BYTES0
#define BYTES0 2
#endif
#ifndef BYTES1
#define BYTES1 2
#endif
#ifndef TCP_ROOM
#define TCP_ROOM 2
#endif
#ifndef RING_ROOM
#define RING_ROOM 1
#endif
#define REST 1
#define HALF_CLOSE 2
#define CLOSE 4
#ifndef LAST0
#define LAST0 (REST + HALF_CLOSE)
#endif
#ifndef LAST1
#define LAST1 (REST + HALF_CLOSE)
#endif

#ifndef LOOKS
#define LOOKS 2
#endif

/* SLEEPS; each is also what the sleeper writes into receiverWaits */
#define ON_TCP 1
#define ON_FUTEX 2
#ifndef SLEEPS
#define SLEEPS (ON_TCP + ON_FUTEX)
#endif

#ifdef DEATH
#define WHILE_ALIVE provided (!dead || _pid <= 3) /* end 0's are 1 to 3 */
#else
#define WHILE_ALIVE
#endif

#define MAY(e, last) (((e) == 0 -> LAST0 : LAST1) & (last))
#define MAX(e) ((e) == 0 -> BYTES0 : BYTES1)
#define UNSET 15
#define UNPAIRED 14
#define DOORBELL 0

/* pair[e]: the pair that end e has installed, named after the end that offered it. */
#define NO_PAIR 2
#define INSTALLED(e) (pair[e] != NO_PAIR)
/* decision of a pair */
#define OPEN 0
#define COMMITTED 1
#define ABORTED 2
#define IS_COMMITTED(e) (INSTALLED(e) && decision[pair[e] & 1] == COMMITTED)
/* receiverWaits, besides ON_TCP and ON_FUTEX */
#define AWAKE 0
/* offer[e] */
#define NO_OFFER 0
#define OFFERED 1
#define OFFER_OVER 2

mtype = {LOOK, OFFER, ACCEPT, REFUSE};
mtype = {GOT_BYTE, GOT_EOF, GOT_RESET, GOT_CLOSED};

/* --- the kernel --------------------------------------------------------------------------------- */

chan tcp[2] = [TCP_ROOM] of {byte}; /* bytes of direction e that the other end has not read */
bool tcpFin[2];                     /* direction e ends after those */
bool tcpReset[2];                   /* end e has reset the connection */
bool tcpClosed[2];                  /* end e has no socket any more */
chan link[2] = [3] of {mtype};      /* frames sent by the JVM of end e */
bool linkBroken;

/* --- shared memory: the control blocks of the pair ---------------------------------------------------- */

chan ring[2] = [RING_ROOM] of {byte};
byte switchAt[2] = UNSET;
bool fin[2];
bool receiverClosed[2];
byte receiverWaits[2];
byte decision[2] = OPEN;
byte backAt[2] = UNSET; /* doorbells on TCP before the sender's bytes go there again */

/* --- what one end knows ------------------------------------------------------------------------------ */

bool registered[2];
byte offer[2] = NO_OFFER;
bool looked[2];
bool lookHeld[2];
byte pair[2] = NO_PAIR;
bool taken[2];      /* half-closed or closing: no longer free to pair */
bool closing[2];
bool writing[2];    /* the write lock */
bool switched[2];
byte givenToTcp[2];
byte received[2];   /* program's bytes that came by TCP */
byte bells[2];      /* doorbells rung in direction e */
byte bellsRead[2];  /* of those in direction 1 - e */
chan early[2] = [1] of {byte}; /* a program's byte that was read where doorbells were looked for */
bool armed[2];      /* the reader of end e sleeps on TCP, or is about to */
bool reading[2];    /* the reader of end e is in TCP, with the read lock held */
short owed[2];      /* armings found taken, less doorbells read */
bool resting[2];    /* the reader of end e is in its program, or sleeps on the futex */
bool settling[2];   /* the reader of end e has bytes that its program has not got yet */
bool dead;          /* end 1 was killed */

/* --- what the programs saw: for the properties only --------------------------------------------------- */

byte put[2];
byte got[2];
bool writerDone[2];
bool ended[2];      /* end e half-closed or closed its direction */
bool sawEof[2];
bool sawReset[2];

#define RETURNED(e) (backAt[e] != UNSET)
#ifdef OVERFLOWS
bool overflowed;    /* the reader of end 1 has met that */
bool lost;          /* whether it then read a byte is not known */
short doubtful;     /* doorbells that it may have read, and that are not counted */
bool gap;           /* or it may have been a byte of the program's */
#endif

#define IS_DOORBELL(e) (bellsRead[e] < backAt[1 - e])

/* What an end knows of itself; the peer's TCP may have ended. */
#define FREE(e) (registered[e] && !taken[e])

/* A reset overtakes what its sender still had to send: what the receiver's kernel had not got is lost. */
inline kernelReset(who) {
  if
  :: tcpReset[who] -> skip
  :: else ->
    if
    :: tcpFin[who] -> skip /* all had arrived, with the FIN */
    :: tcpReset[who] = true
    :: tcpReset[who] = true;
      tcpFin[who] = false;
      do
      :: len(tcp[who]) > 0 -> tcp[who]?_
      :: else -> break
      od
    fi
  fi
}

/* Closing with bytes unread sends a reset instead of a FIN; the kernel knows no doorbells. */
inline kernelClose(e) {
  tcpClosed[e] = true;
  if
  :: len(tcp[1 - e]) > 0 ->
    do
    :: len(tcp[1 - e]) > 0 -> tcp[1 - e]?_
    :: else -> break
    od;
    kernelReset(e)
  :: else ->
    if
    :: tcpReset[e] -> skip
    :: else -> tcpFin[e] = true
    fi
  fi
}

/* Blocks while TCP is full. ok: whether the byte was taken; a closed peer answers with a reset. */
inline tcpSend(e, value, data, ok) {
  atomic {
    if
    :: tcpClosed[1 - e] ->
      ok = false;
      kernelReset(1 - e);
      if
      :: data -> put[e]++
      :: else
      fi
    :: !tcpClosed[1 - e] && tcpReset[1 - e] -> ok = false
    :: !tcpClosed[1 - e] && !tcpReset[1 - e] && len(tcp[e]) < TCP_ROOM ->
      tcp[e]!value;
      ok = true;
      if
      :: data ->
        put[e]++;
        givenToTcp[e]++
      :: else
      fi
    fi
  }
}

/* The byte goes to "value". */
inline tcpRead(e, result) {
  atomic {
    if
    :: tcpClosed[e] -> result = GOT_CLOSED
    :: !tcpClosed[e] && len(tcp[1 - e]) > 0 ->
      tcp[1 - e]?value;
      result = GOT_BYTE
    :: !tcpClosed[e] && len(tcp[1 - e]) == 0 && tcpFin[1 - e] -> result = GOT_EOF
    :: !tcpClosed[e] && len(tcp[1 - e]) == 0 && !tcpFin[1 - e] && tcpReset[1 - e] -> result = GOT_RESET
    fi
  }
}

/* --- pairing: the link thread of a JVM ---------------------------------------------------------------- */

inline sendFrame(e, frame) {
  if
  :: linkBroken -> skip
  :: else -> link[e]!frame
  fi
}

inline abort(p) {
  if
  :: decision[p] == OPEN -> decision[p] = ABORTED
  :: else
  fi
}

inline accept(e) {
#ifdef BUG_ACCEPT_BEFORE_INSTALL
  sendFrame(e, ACCEPT);
  pair[e] = 1 - e
#else
  pair[e] = 1 - e;
  sendFrame(e, ACCEPT)
#endif
}

proctype Pairing(byte e) WHILE_ALIVE {
  bool known;
  do
  :: atomic {
      !registered[e] ->
      registered[e] = true;
      if
      :: lookHeld[e] ->
        lookHeld[e] = false;
        offer[e] = OFFERED;
        sendFrame(e, OFFER)
      :: else
      fi
    }
  :: atomic { !registered[e] && lookHeld[e] -> lookHeld[e] = false } /* held long enough */
  :: atomic {
      (LOOKS == 2 || LOOKS == e) && FREE(e) && !looked[e] && !INSTALLED(e) && offer[e] == NO_OFFER ->
      looked[e] = true;
#ifdef AT_ONCE
      offer[e] = OFFERED;
      sendFrame(e, OFFER)
#else
      sendFrame(e, LOOK)
#endif
    }
  :: atomic {
      !linkBroken && link[1 - e]?[LOOK] ->
      link[1 - e]?LOOK;
      if
      :: !registered[e] -> lookHeld[e] = true
      :: registered[e] && FREE(e) && !INSTALLED(e) && offer[e] == NO_OFFER ->
        offer[e] = OFFERED;
        sendFrame(e, OFFER)
      :: else
      fi
    }
  :: !linkBroken && link[1 - e]?[OFFER] ->
    atomic {
      link[1 - e]?OFFER;
      known = FREE(e) && !INSTALLED(e);
#ifndef BUG_NO_TIE_BREAK
      /* Both have offered: the offer of the end that called connect() stands. */
      known = known && !(e == 0 && offer[e] == OFFERED);
#endif
      if
      :: !known ->
#ifdef AT_ONCE
        lookHeld[e] = !registered[e]; /* an offer to an end that is not known is a look as well */
#endif
        sendFrame(e, REFUSE)
      :: known && offer[e] == OFFERED -> offer[e] = OFFER_OVER
      :: else
      fi
    }
    if
    :: known ->
#ifdef BUG_ACCEPT_BEFORE_INSTALL
      accept(e)
#else
      atomic { /* with the end's lock held: it may have been closed a moment ago */
        if
        :: FREE(e) -> accept(e)
        :: else -> sendFrame(e, REFUSE)
        fi
      }
#endif
    :: else
    fi
  :: !linkBroken && link[1 - e]?[ACCEPT] ->
    link[1 - e]?ACCEPT;
#ifdef BUG_COMMIT_BEFORE_INSTALL
    if
    :: offer[e] == OFFERED && FREE(e) && decision[e] == OPEN ->
      decision[e] = COMMITTED;
      pair[e] = e
    :: else -> abort(e)
    fi
#else
    atomic { /* with the end's lock held */
      if
#ifdef BUG_NO_TIE_BREAK
      :: FREE(e) && decision[e] == OPEN ->
#else
      :: offer[e] == OFFERED && FREE(e) && !INSTALLED(e) && decision[e] == OPEN ->
#endif
        pair[e] = e;
        decision[e] = COMMITTED
      :: else -> abort(e)
      fi
    }
#endif
  :: atomic {
      !linkBroken && link[1 - e]?[REFUSE] ->
      link[1 - e]?REFUSE;
      abort(e);
      if
      :: offer[e] == OFFERED -> offer[e] = OFFER_OVER
      :: else
      fi
    }
#ifdef LINK_BREAKS
  :: atomic { linkBroken && INSTALLED(e) && decision[pair[e] & 1] == OPEN -> decision[pair[e] & 1] = ABORTED }
#endif
  od
}

#ifdef LINK_BREAKS
proctype LinkBreaks() { linkBroken = true }
#endif

/* --- switching and ringing ------------------------------------------------------------------------------ */

/* With the write lock held. Wakes the receiver of direction e, if it sleeps and has not taken all: on the futex, or by a
   byte on TCP. (One step: a receiver takes nothing while its word is armed, and each arming has a number of its own.) */
inline wake(e, was, ok) {
  atomic {
#ifdef BUG_DOORBELL_FOR_NOTHING
    was = receiverWaits[e];
    receiverWaits[e] = AWAKE
#else
    if
    :: len(ring[e]) > 0 ->
      was = receiverWaits[e];
      receiverWaits[e] = AWAKE
    :: else
    fi
#endif
  }
  ringBell(e, was, ok)
}

/* What is due to a receiver that slept so. */
inline ringBell(e, was, ok) {
  if
  :: was == ON_TCP ->
    was = AWAKE;
    bells[e]++;
    assert(switched[e]);
    assert(len(tcp[e]) < TCP_ROOM || tcpClosed[1 - e]); /* a doorbell never blocks */
    tcpSend(e, DOORBELL, false, ok)
  :: else -> was = AWAKE
  fi
}

/* The byte that is written next is the last on TCP, and wakes the receiver if it is there. */
inline announce(e) {
  assert(!tcpFin[e]);
  assert(pair[1 - e] == pair[e] || tcpClosed[1 - e]);
  switchAt[e] = givenToTcp[e] + 1
}

#ifdef BUG_SWITCH_BEFORE_COMMIT
#define MAY_SWITCH(e) (INSTALLED(e) && decision[pair[e] & 1] != ABORTED)
#else
#define MAY_SWITCH(e) IS_COMMITTED(e)
#endif

/* Takes an arming back; if the peer took it first, its doorbell is under way. */
inline disarm(e) {
  atomic {
    if
    :: armed[e] ->
      armed[e] = false;
      if
      :: receiverWaits[1 - e] == AWAKE -> owed[e]++
      :: else -> receiverWaits[1 - e] = AWAKE
      fi
    :: else
    fi
  }
}

/* --- a program's writes, and how it ends ----------------------------------------------------------------- */

proctype Writer(byte e) WHILE_ALIVE {
  byte was;
  bool ok = true;
  bool committed;

  registered[e];
  do
  :: ok && put[e] < MAX(e) ->
    atomic {
      !writing[e] ->
      writing[e] = true;
      committed = !switched[e] && MAY_SWITCH(e)
    }
    if
    :: committed ->
      committed = false;
#ifdef BUG_ANNOUNCE_AFTER_WRITE
      tcpSend(e, put[e] + 1, true, ok);
      atomic {
        announce(e);
        switchAt[e]--
      }
#else
      announce(e);
      tcpSend(e, put[e] + 1, true, ok);
#endif
      switched[e] = ok
    :: else
    fi;
    do /* one write, of one byte or more: it looks for the switch at its beginning only */
    :: ok && put[e] < MAX(e) ->
      if
      :: switched[e] && RETURNED(e) -> tcpSend(e, put[e] + 1, true, ok)
      :: switched[e] && !RETURNED(e) ->
        if /* for room it polls here */
#ifdef RETURNS
        :: atomic { /* the receiver's word stays as it is: the next byte on TCP wakes it */
            len(ring[e]) == RING_ROOM ->
#ifdef BUG_UNCOUNTED_DOORBELLS
            backAt[e] = 0;
#else
            backAt[e] = bells[e];
#endif
            if
            :: receiverWaits[e] == ON_FUTEX -> receiverWaits[e] = AWAKE
            :: else
            fi
          }
#endif
        :: receiverClosed[e] || tcpClosed[1 - e] -> ok = false
        :: atomic { !receiverClosed[e] && !tcpClosed[1 - e] && len(ring[e]) < RING_ROOM ->
            put[e]++;
            ring[e]!put[e]
          }
          wake(e, was, ok)
        fi
      :: else -> tcpSend(e, put[e] + 1, true, ok)
      fi;
      if
      :: ok
      :: break
      fi
    :: else -> break
    od;
    writing[e] = false
  :: break
  od;

  if
  :: MAY(e, REST) -> writerDone[e] = true /* rests: connected, silent */
  :: atomic { /* half-close; with the end's lock held */
      MAY(e, HALF_CLOSE) ->
      taken[e] = true;
      if
      :: INSTALLED(e) -> abort(pair[e] & 1)
      :: else
      fi
    }
    if
    :: IS_COMMITTED(e) -> /* whichever way its bytes go: see the reader of a peer that was killed */
      atomic {
        fin[e] = true;
        ended[e] = true
      }
#ifdef BUG_FIN_BY_DOORBELL
      atomic {
        was = receiverWaits[e];
        receiverWaits[e] = AWAKE
      }
      ringBell(e, was, ok)
#else
      atomic { /* a sleeper on the futex is woken by it; one on TCP by TCP's own end, its word is left as it is */
        if
        :: receiverWaits[e] == ON_FUTEX -> receiverWaits[e] = AWAKE
        :: else
        fi
      };
      tcpFin[e] = true
#endif
    :: else -> /* TCP's own */
      atomic {
        tcpFin[e] = true;
        ended[e] = true
      }
    fi;
    writerDone[e] = true
  :: atomic { /* close */
      MAY(e, CLOSE) ->
      taken[e] = true;
      closing[e] = true;
      if
      :: INSTALLED(e) -> abort(pair[e] & 1)
      :: else
      fi
    }
    committed = IS_COMMITTED(e);
    if
    :: committed ->
      receiverClosed[1 - e] = true;
      fin[e] = true;
      atomic { /* a sleeper on the futex is woken by it; one on TCP by its end */
        if
        :: receiverWaits[e] == ON_FUTEX -> receiverWaits[e] = AWAKE
        :: else
        fi
      };
      disarm(e)
    :: else
    fi;
#ifndef BUG_CLOSE_WITH_DOORBELLS
    /* Doorbells that are unread would make the kernel reset the connection, and TCP's last bytes be lost. A reader that
       sleeps there reads the one that is for it. */
    do
    :: committed && owed[e] > 0 && received[e] == switchAt[1 - e] ->
      atomic {
        if
        :: owed[e] <= 0
        :: owed[e] > 0 && !reading[e] && len(tcp[1 - e]) > 0 ->
          assert(IS_DOORBELL(e));
          tcp[1 - e]?_;
          bellsRead[e]++;
          owed[e]--
        :: len(tcp[1 - e]) == 0 && (tcpFin[1 - e] || tcpReset[1 - e]) -> owed[e] = 0
        fi
      }
    :: else -> break
    od;
#endif
    atomic {
      kernelClose(e);
      ended[e] = true;
      writerDone[e] = true
    }
  fi
}

/* --- a program's reads ------------------------------------------------------------------------------------ */

inline deliver(e, value) {
  assert(value == got[e] + 1);
  got[e]++
}

#ifdef GATE
#define WANTS_TO_READ (e == 0 || got[e] == 0 || writerDone[e])
#else
#define WANTS_TO_READ true
#endif

#ifdef OVERFLOWS
#define MAY_OVERFLOW(e) (e == 1 && !overflowed)
#define OVERFLOWED(e) (e == 1 && overflowed)
#ifdef BUG_RETURN_IN_DOUBT
#define IN_DOUBT(e) false
#else
#define IN_DOUBT(e) (e == 1 && (gap || doubtful > 0))
#endif

/* The next reader does not count on what is owed. */
inline doubt(e) {
  if
  :: e == 1 && lost ->
    lost = false;
    gap = gap || RETURNED(1 - e);
#ifndef BUG_UNCOUNTED_READ
    disarm(e);
    doubtful = doubtful + owed[e];
    owed[e] = 0
#endif
  :: else
  fi
}

/* One more was read than is owed: the doubtful one. */
inline balance(e) {
  if
  :: owed[e] < 0 && e == 1 && doubtful > 0 ->
    doubtful--;
    owed[e]++
  :: else
  fi
}

/* The arming may be left behind. */
inline overflow(e) {
  overflowed = true;
  lost = true;
  reading[e] = false;
  settling[e] = false;
  value = 0;
  result = 0;
  if
  :: true
  :: disarm(e)
  fi;
  goto next
}
#else
#define OVERFLOWED(e) false
#define IN_DOUBT(e) false
#endif

/* A link may break while both live: TCP alone says that the peer is gone. */
#ifdef BUG_LINK_END_IS_DEATH
#define GONE (gone || linkBroken)
#else
#define GONE gone
#endif

#define READING(e) (!closing[e] && !sawEof[e] && !sawReset[e])

#ifdef BUG_NO_OWED
#define OWES false
#else
#define OWES (owed[e] > 0)
#endif

#ifdef BUG_NO_DRAIN
#define RING_ONLY (at < UNPAIRED)
#else
#define RING_ONLY (at < UNPAIRED && received[e] >= at)
#endif

/* TCP ends in order, and with it the stream: unless the peer, which has not said so before, was killed. Then its kernel had
   none of the bytes that it left in the ring. */
inline tcpEnds(e) {
  assert(got[e] == put[1 - e]);
  if
#ifndef BUG_DEATH_IN_ORDER
  :: IS_COMMITTED(e) && !fin[1 - e] && len(ring[e]) > 0 -> sawReset[e] = true
#endif
  :: else ->
    assert(e == 1 || !dead || ended[1] || len(ring[0]) == 0);
    sawEof[e] = true
  fi
}

proctype Reader(byte e) WHILE_ALIVE {
  byte value;
  mtype result;
  bool finished;
  bool gone;         /* TCP has ended */
  byte at;

  registered[e];
next:
  do
  :: atomic {
      closing[e] || sawEof[e] || sawReset[e] ->
      disarm(e);
      /* A reset is right only if the peer left bytes unread, or was killed before its program had those that were read. */
      assert(!sawReset[e] || put[e] > got[1 - e] || (e == 0 && dead && settling[1]) || OVERFLOWED(e));
      break
    }
  :: atomic {
      READING(e) && WANTS_TO_READ ->
      resting[e] = false;
      at = (INSTALLED(e) -> switchAt[1 - e] : UNPAIRED);
      if
      :: RING_ONLY ->
        at = 0;
        finished = fin[1 - e]
      :: else -> goto fromTcp
      fi
    }

    /* Switched, and TCP drained. */
ringOnly:
    atomic {
      if
      :: closing[e] -> goto next
      :: !closing[e] && len(ring[1 - e]) > 0 ->
        ring[1 - e]?value;
        deliver(e, value);
        value = 0;
        finished = false;
        settling[e] = true;
        goto settle
      :: !closing[e] && len(ring[1 - e]) == 0 && RETURNED(1 - e) ->
        finished = false;
        goto returned
      :: !closing[e] && len(ring[1 - e]) == 0 && !RETURNED(1 - e) && finished ->
        finished = false;
        assert(got[e] == put[1 - e]);
        sawEof[e] = true;
        goto next
      :: !closing[e] && len(ring[1 - e]) == 0 && !RETURNED(1 - e) && !finished && GONE ->
        if
        :: len(ring[e]) > 0 || tcpReset[1 - e] -> sawReset[e] = true
        :: else ->
          assert(got[e] == put[1 - e]);
          sawEof[e] = true
        fi;
        goto next
      :: !closing[e] && len(ring[1 - e]) == 0 && !RETURNED(1 - e) && !finished && !GONE ->
#ifdef OVERFLOWS
        doubt(e);
#endif
        if
        :: OWES -> goto sleepOnTcp
        :: !OWES && (SLEEPS & ON_TCP) ->
          receiverWaits[1 - e] = ON_TCP;
          armed[e] = true
        :: !OWES && (SLEEPS & ON_FUTEX) ->
          receiverWaits[1 - e] = ON_FUTEX;
          goto onFutex
        fi
      fi
    }
#ifndef BUG_NO_RECHECK
    if
    :: len(ring[1 - e]) > 0 || fin[1 - e] || RETURNED(1 - e) || closing[e] ->
      disarm(e);
      finished = fin[1 - e];
      goto ringOnly
    :: else
    fi;
#endif
sleepOnTcp:
    reading[e] = true;
#ifdef OVERFLOWS
    if
    :: atomic { MAY_OVERFLOW(e) -> overflow(e) }
    :: tcpRead(e, result)
    fi;
#else
    tcpRead(e, result);
#endif
    atomic {
#ifdef OVERFLOWS
      if
      :: MAY_OVERFLOW(e) && result == GOT_BYTE -> overflow(e)
      :: true
      fi;
#endif
      reading[e] = false;
      disarm(e);
      if
      :: result == GOT_BYTE && RETURNED(1 - e) && IN_DOUBT(e) -> sawReset[e] = true
      :: result == GOT_BYTE && IS_DOORBELL(e) && !(RETURNED(1 - e) && IN_DOUBT(e)) ->
        bellsRead[e]++;
        owed[e]--;
#ifdef OVERFLOWS
        balance(e)
#endif
      :: result == GOT_BYTE && !IS_DOORBELL(e) && !IN_DOUBT(e) -> early[e]!value
      :: result == GOT_EOF || result == GOT_RESET -> gone = true
      :: else
      fi;
      value = 0;
      result = 0;
      finished = fin[1 - e];
      goto ringOnly
    }

onFutex:
#ifndef BUG_NO_RECHECK
    if
    :: len(ring[1 - e]) > 0 || fin[1 - e] || RETURNED(1 - e) || closing[e] || linkBroken -> goto woken
    :: else
    fi;
#endif
    resting[e] = true;
    receiverWaits[1 - e] != ON_FUTEX || closing[e] || linkBroken;
woken:
    atomic {
      resting[e] = false;
      receiverWaits[1 - e] = AWAKE;
      if
      :: linkBroken && len(ring[1 - e]) == 0 && !fin[1 - e] && !RETURNED(1 - e) && !closing[e] -> goto sleepOnTcp /* it may be a death: TCP tells */
      :: else
      fi;
      finished = fin[1 - e];
      goto ringOnly
    }

returned: /* the ring is empty for good */
#ifdef OVERFLOWS
    atomic {
      doubt(e);
      if
      :: IN_DOUBT(e) ->
        sawReset[e] = true;
        goto next
      :: else
      fi
    }
#endif
    if
    :: early[e]?value
    :: empty(early[e]) -> tcpRead(e, result)
    fi;
    atomic {
      if
      :: result == 0 -> deliver(e, value) /* read early */
      :: result == GOT_BYTE && IS_DOORBELL(e) ->
        bellsRead[e]++;
        owed[e]--
      :: result == GOT_BYTE && !IS_DOORBELL(e) -> deliver(e, value)
      :: result == GOT_EOF -> tcpEnds(e)
      :: result == GOT_RESET -> sawReset[e] = true
      :: else
      fi;
      value = 0;
      result = 0;
      goto next
    }

fromTcp:
    tcpRead(e, result);
    atomic {
      at = (INSTALLED(e) -> switchAt[1 - e] : UNPAIRED);
      if
      :: result == GOT_BYTE ->
        received[e]++;
        deliver(e, value)
      :: (result == GOT_EOF || result == GOT_RESET) && RING_ONLY -> gone = true
      :: result == GOT_EOF && !RING_ONLY -> /* also if the last byte for TCP was announced and never written */
        tcpEnds(e)
      :: result == GOT_RESET && !RING_ONLY -> sawReset[e] = true
      :: else
      fi;
      at = 0;
      value = 0;
      result = 0;
      goto next
    }

    /* Before it returns to its program, a reader reads the doorbells that it is owed. */
settle:
#ifndef BUG_RETURN_WITH_DOORBELL
    do
#ifdef IMPATIENT
    :: owed[e] > 0 ->
      settling[e] = false;
      goto next
#endif
    :: atomic { owed[e] > 0 -> reading[e] = true }
#ifdef OVERFLOWS
      atomic {
        doubt(e);
        if
        :: owed[e] <= 0 ->
          reading[e] = false;
          break
        :: else
        fi
      }
#endif
      tcpRead(e, result);
      atomic {
#ifdef OVERFLOWS
        if
        :: MAY_OVERFLOW(e) && result == GOT_BYTE -> overflow(e)
        :: true
        fi;
#endif
        reading[e] = false;
        if
        :: result == GOT_BYTE ->
          assert(IS_DOORBELL(e));
          bellsRead[e]++;
          owed[e]--
        :: else -> owed[e] = 0
        fi;
        value = 0;
        result = 0
      }
    :: else -> break
    od;
#endif
    atomic {
      settling[e] = false;
      resting[e] = true
    }
  od
}

#ifdef DEATH
proctype Kill() {
  atomic {
    /* A program that has read all that came leaves no doorbell behind. */
    assert(!resting[1] || received[1] != switchAt[0] || len(tcp[0]) == 0 || !IS_DOORBELL(1));
    dead = true;
    kernelClose(1);
    linkBroken = true
  }
}
#endif

/* --- what must hold when nothing more can happen ------------------------------------------------------ */

#define ALIVE(e) ((e) == 0 || !dead)

proctype Quiet() {
  byte e;
  timeout ->
  d_step {
    e = 0;
    do
    :: e < 2 ->
      if
      :: ALIVE(e) ->
        assert(writerDone[e] || (sawReset[1 - e] && OVERFLOWED(1 - e))); /* whose program then closes */
        if
        :: !closing[e] && !sawReset[e] ->
          assert(got[e] == put[1 - e] || !ALIVE(1 - e));
          assert(sawEof[e] || (!ended[1 - e] && ALIVE(1 - e)))
        :: else
        fi
      :: else
      fi;
      e++
    :: else -> break
    od
  }
}

init {
  atomic {
#ifndef LATE
    registered[0] = true;
    registered[1] = true;
#endif
    run Writer(0);
    run Reader(0);
    run Pairing(0);
    run Writer(1);
    run Reader(1);
#ifndef PLAIN
    run Pairing(1);
#endif
#ifdef LINK_BREAKS
    run LinkBreaks();
#endif
#ifdef DEATH
    run Kill();
#endif
    run Quiet()
  }
}
