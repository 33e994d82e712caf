/*
 * How a sender wakes a selector's thread: by a doorbell on the channel's TCP, or by the selector's eventfd.
 *
 * One JVM receives on two channels; each has its own sender in another JVM. Selector 0 has both channels. With TWO,
 * selector 1 has channel 0 as well. One more thread of the receiving JVM, the reader, may read channel 0 at any time.
 *
 * A waits word holds a number that is new at each arming. So a compareAndSet succeeds only if the word was not written
 * since the sender looked at it: the flag "same" stands for the number. The word also names the eventfd.
 *
 * An eventfd is in its selector's epoll set, edge-triggered, and is never read: a signal ends the present wait in the
 * kernel or the next one, and signals merge. A poll takes the signal, too. TCP is level-triggered: a wait ends while a
 * doorbell is unread.
 *
 * A selector asks for a doorbell or for a signal by chance. Whether a channel is active, and whether another selector
 * has it, are hints, which may be wrong.
 *
 * Not in here: all that switchover.pml has; how the peer gets the eventfd; keys and selectors that are closed; memory's
 * ordering.
 *
 * Options: BYTES0, BYTES1 (what each sender sends), CHANNELS (1 or 2), READS (how often the reader may read), TWO,
 * RETIRES (the program of selector 1 may be told of a channel and do nothing more), SWEEPS (a selector that finds
 * something may have other channels armed without a wait), IMPATIENT (a read may return without the doorbell that is
 * owed).
 */

#ifndef BYTES0
#define BYTES0 2
#endif
#ifndef BYTES1
#define BYTES1 2
#endif
#ifndef READS
#define READS 0
#endif

#define TCP_ROOM 1 /* no more is needed */

/* What a waits word asks for. */
#define AWAKE 0
#define ON_TCP 1
#define ON_EVENTFD 2

#ifdef TWO
#define SELECTORS 2
#else
#define SELECTORS 1
#endif
#ifndef CHANNELS
#define CHANNELS 2
#endif
#define READER 2 /* the reader, where else a selector is named */
#define HAS(selector, channel) ((channel) < CHANNELS && ((selector) == 0 || (channel) == 0))
#define AT(selector, channel) (2 * (selector) + (channel))

/* --- the kernel --------------------------------------------------------------------------------- */

byte bells[2];           /* doorbells unread in TCP */
bool signalled[2];       /* a selector's eventfd, since its last wait */
bool woken[2];           /* a selector was woken by a thread of its own JVM, since its last wait */

/* --- shared memory ------------------------------------------------------------------------------ */

byte ring[2];            /* bytes that were put in and not taken */
byte word[2];            /* the kind of the receiver's waits word */
bool same[2];            /* it was not written since the sender looked at it */
byte eventfd[2];         /* and the selector that it names, if its kind is ON_EVENTFD */

/* --- the receiving JVM -------------------------------------------------------------------------- */

bool locked[2];          /* a thread reads, or takes doorbells */
byte armed[2];           /* how the receiver has armed the word, and has not disarmed it; the peer may have */
byte owed[2];            /* armings for TCP that were found taken, less doorbells read */
bool listed[4];          /* AT(selector, channel): the selector's thread looks at the channel before it waits */
bool asked[4];           /* the selector's thread looks at it after its wait, or if it does not wait */
bool waits[2];           /* a selector's thread waits in the kernel, or is about to, or returns */

/* --- for the properties only -------------------------------------------------------------------- */

bool ringing[2];         /* the sender has taken an arming for TCP and not yet written the doorbell */
bool sent[2];            /* the sender is done */

/* --- the sender --------------------------------------------------------------------------------- */

#ifdef BUG_NO_NUMBER
#define IS_TAKEN(c) (word[c] == seen)
#else
#define IS_TAKEN(c) same[c]
#endif

proctype Sender(byte c) {
  byte left = (c == 0 -> BYTES0 : BYTES1);
  byte seen;
  byte target;

  do
  :: atomic { left > 0 ->
      left--;
      ring[c]++
    }
again:
    atomic {
      seen = word[c];
      target = (seen == ON_EVENTFD -> eventfd[c] : 0);
      same[c] = seen != AWAKE
    }
    if
    :: atomic { seen == AWAKE || ring[c] == 0 ->
        seen = AWAKE;
        target = 0;
        same[c] = false
      }
    :: else ->
      atomic {
        if
        :: IS_TAKEN(c) ->
          word[c] = AWAKE;
          same[c] = false;
          ringing[c] = seen == ON_TCP;
          assert(ring[c] > 0 || !ringing[c]) /* no doorbell for nothing */
        :: else ->
          seen = AWAKE;
          target = 0;
          goto again
        fi
      }
      if
      :: atomic { seen == ON_TCP ->
          assert(bells[c] < TCP_ROOM); /* a doorbell never blocks */
          bells[c]++;
          ringing[c] = false;
          seen = AWAKE
        }
      :: atomic { seen == ON_EVENTFD ->
          signalled[target] = true;
          seen = AWAKE;
          target = 0
        }
      fi
    fi
  :: atomic { left == 0 ->
      sent[c] = true;
      break
    }
  od
}

/* --- arming and disarming: each in one step, with the monitor of the receiver's doorbells held --------------- */

inline put(c, how, selector) {
  word[c] = how;
  eventfd[c] = selector;
  same[c] = false;
  armed[c] = how
}

#ifdef BUG_OWED_FOR_EVENTFD
#define OWES(how) ((how) != AWAKE)
#else
#define OWES(how) ((how) == ON_TCP)
#endif

/* If the peer has taken an arming for TCP, a doorbell is owed. If it has taken one by eventfd, nothing is: the signal
   may have come, or come late, and no thread counts on it. */
inline disarm(c) {
  if
  :: OWES(armed[c]) && word[c] == AWAKE -> owed[c]++
  :: else
  fi;
  put(c, AWAKE, 0)
}

inline disarmToRead(c) {
  disarm(c);
  assert(owed[c] == bells[c] + ringing[c]) /* what is owed is sure to come, and nothing else does */
}

/* Arms for nothing if a doorbell is owed: that one wakes all. */
inline armAnew(c, how, selector) {
  if
  :: owed[c] == 0 && how == ON_TCP -> put(c, ON_TCP, 0)
  :: owed[c] == 0 && how == ON_EVENTFD -> put(c, ON_EVENTFD, selector)
  :: else
  fi
}

#define IS_OF(c, selector) (armed[c] == ON_EVENTFD && eventfd[c] == selector)

/* An arming for TCP wakes all selectors, and stays. One by eventfd stays only if its own selector asks for it again;
   else it becomes one for TCP, also if its own selector asks for that. */
#ifdef BUG_SHARED_EVENTFD
#define STAYS(c, how, selector) (armed[c] != AWAKE)
#else
#ifdef BUG_KEEPS_OWN
#define STAYS(c, how, selector) (armed[c] == ON_TCP || IS_OF(c, selector))
#else
#define STAYS(c, how, selector) (armed[c] == ON_TCP || (IS_OF(c, selector) && how == ON_EVENTFD))
#endif
#endif

inline arm(c, how, selector) {
  if
  :: STAYS(c, how, selector)
  :: armed[c] == AWAKE -> armAnew(c, how, selector)
  :: armed[c] == ON_EVENTFD && !STAYS(c, how, selector) ->
    disarm(c);
#ifdef BUG_TAKES_OVER
    armAnew(c, how, selector)
#else
    armAnew(c, ON_TCP, 0)
#endif
  fi
}

#ifdef BUG_READER_EVENTFD
#define READER_ASKS ON_EVENTFD
#define LISTS(c, selector, me) (selector == me || !waits[selector])
#else
#define READER_ASKS ON_TCP
#define LISTS(c, selector, me) true
#endif

#ifdef BUG_NO_LOOK_AFTER_ARM
#define IS_QUIET(c) true
#else
#define IS_QUIET(c) (ring[c] == 0)
#endif

/* --- a read, by any thread of the receiving JVM ------------------------------------------------------ */

/* Thread "me" has read, or has disarmed the word. It puts the channel into the list of each selector that has it, and
   then arms it, for TCP, if that selector waits in the kernel. If it cannot, or finds bytes, it wakes the selector. */
inline tell(c, me) {
  do
  :: s < SELECTORS && HAS(s, c) ->
    atomic {
      if
      :: LISTS(c, s, me) -> listed[AT(s, c)] = true
      :: else
      fi
    }
    if
    :: s != me && waits[s] ->
      atomic {
        if
        :: locked[c]
        :: else ->
          arm(c, READER_ASKS, s);
          ok = true
        fi
      }
      atomic {
        if
        :: ok && IS_QUIET(c)
        :: else -> woken[s] = true
        fi;
        ok = false
      }
    :: else
    fi;
    s++
  :: s < SELECTORS && !HAS(s, c) -> s++
  :: else -> break
  od;
  s = 0
}

/* Takes one byte or all. */
inline read(c, me) {
  atomic {
    !locked[c] ->
    locked[c] = true;
    disarmToRead(c)
  }
  if
  :: ring[c] == 0
  :: ring[c] > 0 -> ring[c]--
  :: ring[c] > 1 -> ring[c] = 0
  fi;
  do
  :: atomic { owed[c] > 0 && bells[c] > 0 ->
      bells[c]--;
      owed[c]--
    }
#ifdef IMPATIENT
  :: owed[c] > 0 -> break
#endif
  :: owed[c] == 0 -> break
  od;
  atomic {
#ifndef IMPATIENT
    assert(bells[c] == 0);
#endif
    locked[c] = false
  }
  tell(c, me)
}

proctype Reader() {
  byte reads;
  byte s;
  bool ok;

  do
  :: reads < READS ->
    read(0, READER);
    reads++
  :: break
  od
}

/* --- a selector's thread --------------------------------------------------------------------------- */

/* The kernel has told of a doorbell. It stays for a read if there are bytes, or if another thread reads just now. */
inline judge(c, me) {
  atomic {
    if
    :: locked[c] || ring[c] > 0
    :: else ->
      locked[c] = true;
      disarmToRead(c);
      ok = true
    fi
  }
  if
  :: atomic { ok ->
      ok = false;
      owed[c] = owed[c] - bells[c];
      bells[c] = 0;
      locked[c] = false
    }
  :: else
  fi;
  tell(c, me)
}

/* The wait is over, or did not begin. The kernel does not tell of a channel that was armed by eventfd. */
inline relist(c, me) {
  asked[AT(me, c)] = false;
  if
  :: true /* the word stays: another thread has the lock for a look, or another selector has the channel */
#ifdef BUG_DISARMS_OTHERS
  :: !locked[c] -> disarm(c)
#else
#ifdef BUG_DISARMS_BLINDLY
  :: !locked[c] -> put(c, AWAKE, 0)
#else
  :: !locked[c] && (IS_OF(c, me) || SELECTORS == 1) -> disarm(c)
#endif
#endif
  fi;
#ifdef BUG_NO_RELIST
  listed[AT(me, c)] = listed[AT(me, c)] || !waited
#else
#ifdef BUG_EARLY_WAY_OUT
  listed[AT(me, c)] = listed[AT(me, c)] || waited
#else
  listed[AT(me, c)] = true
#endif
#endif
}

/* First out of the list: a thread that reads after that puts it there again. */
inline ask(c, me, maySignal) {
  listed[AT(me, c)] = false;
  atomic {
    if
    :: locked[c]
    :: !locked[c] ->
      arm(c, ON_TCP, 0);
      ok = true
    :: !locked[c] && maySignal ->
      asked[AT(me, c)] = true; /* whatever it then is armed for */
      arm(c, ON_EVENTFD, me);
      ok = true
    fi
  }
  atomic {
    if
    :: ok && IS_QUIET(c)
    :: else -> listed[AT(me, c)] = true
    fi;
    ok = false;
    c++
  }
}

/* A selector that always finds something never waits. Now and then it arms channels that are not read: for TCP. */
#ifdef BUG_SWEEPS_BY_EVENTFD
#define SWEEPS_BY_EVENTFD true
#else
#define SWEEPS_BY_EVENTFD false
#endif

#define IS_READY(c, me) (listed[AT(me, c)] && !locked[c] && ring[c] > 0)

/* A poll of the kernel takes a signal as a wait does. */
inline mayPoll(me) {
  if
  :: true
  :: signalled[me] -> signalled[me] = false
  fi
}

proctype Selector(byte me) {
  byte c;
  byte s;
  bool ok;
  bool found;
  bool waited;
  bool told[2];

look:
  do
  :: atomic { c < CHANNELS && !IS_READY(c, me) -> c++ }
  :: atomic { c < CHANNELS && IS_READY(c, me) ->
      found = true;
#ifdef RETIRES
      if
      :: true
      :: me == 1 -> goto retired
      fi;
#endif
      mayPoll(me)
    }
    read(c, me);
    c++
  :: atomic { c == CHANNELS && !found ->
      c = 0;
      waits[me] = true;
      break
    }
  :: atomic { c == CHANNELS && found ->
      c = 0;
      found = false;
#ifdef SWEEPS
      if
      :: goto look
      :: goto sweep
      fi
#else
      goto look
#endif
    }
  od;

  do
  :: atomic { c < CHANNELS && !listed[AT(me, c)] -> c++ }
  :: c < CHANNELS && listed[AT(me, c)] -> ask(c, me, true)
  :: atomic { c == CHANNELS ->
      c = 0;
      break
    }
  od;
  if
  :: atomic { listed[AT(me, 0)] || listed[AT(me, 1)] -> mayPoll(me) } /* and maybe naps */
  :: atomic { !listed[AT(me, 0)] && !listed[AT(me, 1)] -> waited = true }
    atomic {
      signalled[me] || woken[me] || bells[0] > 0 || (HAS(me, 1) && bells[1] > 0) ->
#ifdef BUG_NO_LATE_SIGNAL
      /* takes it for the program's own if the wait ends for none of these */
      assert(asked[AT(me, 0)] || asked[AT(me, 1)] || woken[me] || bells[0] > 0 || (HAS(me, 1) && bells[1] > 0));
#endif
      signalled[me] = false;
      woken[me] = false;
      told[0] = bells[0] > 0;
      told[1] = HAS(me, 1) && bells[1] > 0
    }
    do
    :: atomic { told[0] -> told[0] = false }
      judge(0, me)
    :: atomic { !told[0] && told[1] -> told[1] = false }
      judge(1, me)
    :: !told[0] && !told[1] -> break
    od
  fi;
  do
  :: atomic { c < CHANNELS ->
      if
      :: asked[AT(me, c)] -> relist(c, me)
      :: else
      fi;
      c++
    }
  :: atomic { c == CHANNELS ->
      c = 0;
      waited = false;
      waits[me] = false;
      goto look
    }
  od;

#ifdef SWEEPS
sweep:
  do
  :: atomic { c < CHANNELS -> c++ }
  :: c < CHANNELS && listed[AT(me, c)] -> ask(c, me, SWEEPS_BY_EVENTFD)
  :: atomic { c == CHANNELS ->
      c = 0;
      goto look
    }
  od;
#endif
retired:
  skip
}

/* --- what must hold when nothing more can happen ------------------------------------------------------ */

proctype Quiet() {
  timeout ->
  d_step {
    assert(sent[0] && (sent[1] || CHANNELS == 1));
    assert(ring[0] == 0 && ring[1] == 0);
    assert(bells[0] == 0 && bells[1] == 0)
  }
}

init {
  atomic {
    listed[AT(0, 0)] = true;
    run Sender(0);
#if CHANNELS > 1
    listed[AT(0, 1)] = true;
    run Sender(1);
#endif
    run Selector(0);
#ifdef TWO
    listed[AT(1, 0)] = true;
    run Selector(1);
#endif
#if READS > 0
    run Reader();
#endif
    run Quiet()
  }
}
