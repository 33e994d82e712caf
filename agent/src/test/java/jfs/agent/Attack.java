package jfs.agent;

import static jfs.agent.RawFrame.ACCEPT;
import static jfs.agent.RawFrame.ARENA;
import static jfs.agent.RawFrame.DECIDED;
import static jfs.agent.RawFrame.EVENTFD;
import static jfs.agent.RawFrame.EVENTFD_HELD;
import static jfs.agent.RawFrame.LOOK;
import static jfs.agent.RawFrame.OFFER;
import static jfs.agent.RawFrame.REFUSE;
import static jfs.agent.RawFrame.RELEASE;
import static jfs.agent.RawFrame.REPORT;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** What may come to a JVM's pairing socket. */
enum Attack {
  RANDOM_BYTES {
    @Override
    void run(Attacker on) throws Exception {
      Random random = new Random();
      for (int i = 0; i < 50; i++) {
        byte[] bytes = new byte[1 + random.nextInt(10_000)];
        random.nextBytes(bytes);
        on.held().send(bytes);
      }
    }
  },
  TRUNCATED_FRAMES {
    @Override
    void run(Attacker on) throws Exception {
      byte[] hello = RawLink.hello(RawLink.NAME).whole();
      for (int length = 0; length < hello.length; length++) {
        try (RawLink link = on.link()) {
          link.send(Arrays.copyOf(hello, length));
        }
      }
    }
  },
  OVERSIZED_FRAMES {
    @Override
    void run(Attacker on) throws Exception {
      for (int length : new int[] {(1 << 20) + 1, Integer.MAX_VALUE, -1, Integer.MIN_VALUE}) {
        byte[] frame = new byte[100];
        ByteBuffer.wrap(frame).putInt(length);
        on.isEnded(link -> link.send(frame));
      }
    }
  },
  LARGE_FRAMES_THAT_NEVER_COME {
    @Override
    void run(Attacker on) throws Exception {
      for (int i = 0; i < 100; i++) {
        on.held().send(new byte[] {0, 0x10, 0, 0, 1, 0});
      }
    }
  },
  FRAMES_BEFORE_HELLO {
    @Override
    void run(Attacker on) throws Exception {
      // All but STATUS, which any process that may connect may send.
      for (int type : FRAMES_WITH_FIELDS) {
        RawFrame frame = new RawFrame(type).u64(0).u64(0).u64(0).u64(0);
        on.isEnded(link -> link.send(frame));
      }
      on.isEnded(link -> link.send(new RawFrame(REPORT).u64(0)));
    }
  },
  SECOND_HELLO {
    @Override
    void run(Attacker on) throws Exception {
      on.isEnded(
          link -> link.send(RawLink.hello(RawLink.NAME)).send(RawLink.hello(RawLink.OTHER_NAME)));
    }
  },
  BAD_NAMES {
    @Override
    void run(Attacker on) throws Exception {
      for (String name :
          List.of("", ".", "..", "1-a", "../" + RawLink.NAME, "1/a", RawLink.NAME + "\0")) {
        on.isEnded(link -> link.send(RawLink.hello(name)));
      }
      on.held().send(RawLink.hello("1-".repeat(20_000)));
      on.held().send(RawLink.hello(on.victimName()));
    }
  },
  EMPTY_FRAMES {
    @Override
    void run(Attacker on) throws Exception {
      for (int type : FRAMES_WITH_FIELDS) {
        on.isEnded(link -> link.send(RawLink.hello(RawLink.NAME)).send(new RawFrame(type)));
      }
    }
  },
  EVENTFDS_THAT_ARE_NONE {
    @Override
    void run(Attacker on) throws Exception {
      for (int number : new int[] {0, 63, 64, 0xffff}) {
        RawFrame without = new RawFrame(EVENTFD).u16(number);
        RawFrame unasked = new RawFrame(EVENTFD_HELD).u16(number).u16(1);
        on.isEnded(link -> link.send(RawLink.hello(RawLink.NAME)).send(without));
        on.held().send(RawLink.hello(RawLink.NAME)).send(unasked);
      }
    }
  },
  UNKNOWN_PAIRS_AND_TYPES {
    @Override
    void run(Attacker on) throws Exception {
      RawLink link = on.held().send(RawLink.hello(RawLink.NAME));
      for (int id : new int[] {0, 1, 2, -1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
        link.send(new RawFrame(ACCEPT).u32(id).u32(id).u64(0).u64(0).u64(0));
        link.send(new RawFrame(REFUSE).u32(id).text("no-peer"));
        link.send(new RawFrame(DECIDED).u32(id));
        link.send(new RawFrame(RELEASE).u32(id));
        link.send(new RawFrame(77).u32(id));
      }
    }
  },
  ARENAS_THAT_ARE_NONE {
    @Override
    void run(Attacker on) throws Exception {
      Path folder = on.folder();
      String own = RawLink.NAME;
      String others = RawLink.OTHER_NAME + ".1.arena";
      Path target = Files.write(folder.resolve(others), new byte[8192]);
      Files.createSymbolicLink(folder.resolve(own + ".f1.arena"), target);
      Files.createDirectory(folder.resolve(own + ".f2.arena"));
      Files.write(folder.resolve(own + ".f3.arena"), new byte[4096]);
      Path noName = Files.write(folder.resolve(own + ".txt"), new byte[8192]);
      for (String file :
          List.of(
              own + ".f1.arena",
              own + ".f2.arena",
              own + ".f3.arena",
              own + ".f4.arena",
              own + ".txt",
              own + "./x",
              others)) {
        on.isEnded(
            link -> link.send(RawLink.hello(own)).send(new RawFrame(ARENA).u64(8192).text(file)));
      }
      String sized = own + ".f5.arena";
      for (long size : new long[] {0, -1, 1L << 31, 1L << 40, Long.MIN_VALUE}) {
        Files.write(folder.resolve(sized), new byte[8192]);
        on.isEnded(
            link -> link.send(RawLink.hello(own)).send(new RawFrame(ARENA).u64(size).text(sized)));
      }
      for (Path left :
          List.of(
              target,
              folder.resolve(own + ".f1.arena"),
              folder.resolve(own + ".f2.arena"),
              noName)) {
        Files.delete(left);
      }
      Files.deleteIfExists(folder.resolve(sized));
    }
  },
  OFFERS_OUTSIDE_OF_THE_ARENA {
    @Override
    void run(Attacker on) throws Exception {
      long chunk = 1L << 40 | 512;
      for (long control : new long[] {-8, 4, Attacker.ARENA - 8, 1L << 40, Long.MAX_VALUE - 7}) {
        on.offer(control, chunk, RawLink::awaitEnd);
      }
      for (long bad : new long[] {0, -1, 1, 1L << 40 | 3, 3L << 40, 1L << 52, 1L << 63}) {
        on.offer(0, bad, RawLink::awaitEnd);
      }
    }
  },
  ARENAS_THAT_ARE_CUT_OFF {
    @Override
    void run(Attacker on) throws Exception {
      on.offerCutOff();
    }
  },
  OFFERS_THAT_ARE_NOT_KEPT { // behind the one above: to these the victim has to answer
    @Override
    void run(Attacker on) throws Exception {
      for (int i = 0; i < 5; i++) {
        on.offer(0, 1L << 40 | 512, link -> link.await(ACCEPT));
      }
    }
  },
  SEARCHES_WITHOUT_END {
    @Override
    void run(Attacker on) throws Exception {
      RawLink link = on.held().send(RawLink.hello(RawLink.NAME));
      Random random = new Random();
      for (int i = 0; i < 10_000; i++) {
        link.send(on.look(1 + random.nextInt(65_535), 1 + random.nextInt(65_535)));
      }
    }
  },
  SILENCE {
    @Override
    void run(Attacker on) throws Exception {
      for (int i = 0; i < 300; i++) {
        on.held();
      }
    }
  };

  private static final int[] FRAMES_WITH_FIELDS = {
    ARENA, LOOK, OFFER, ACCEPT, REFUSE, DECIDED, RELEASE, EVENTFD, EVENTFD_HELD
  };

  abstract void run(Attacker on) throws Exception;
}
