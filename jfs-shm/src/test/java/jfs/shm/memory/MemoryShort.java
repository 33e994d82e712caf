package jfs.shm.memory;

/** Runs out of shared memory several times, of each kind. */
final class MemoryShort {

  private static final class FakeFile implements ArenaFile {
    int asked;

    @Override
    public Mapping map(long size) {
      return null;
    }

    @Override
    public boolean hasRoomFor(long bytes, MemoryUse use) {
      return false;
    }

    @Override
    public void fill(long offset, int length) {}

    @Override
    public boolean drain(long offset, int length) {
      return false;
    }

    @Override
    public String place() {
      asked++;
      return "the folder";
    }

    @Override
    public void close() {}
  }

  private MemoryShort() {}

  public static void main(String[] arguments) {
    MemoryBudget little = new MemoryBudget(0);
    MemoryBudget much = new MemoryBudget(1 << 30);
    FakeFile file = new FakeFile();
    ArenaPages none = new ArenaPages(file, 16, little);
    ArenaPages full = new ArenaPages(file, 16, much);
    none.fill(0, 16, MemoryUse.SPILL);
    System.out.println("spilled");
    for (int i = 0; i < 3; i++) {
      none.fill(0, 1, MemoryUse.PAIR);
      none.fill(0, 1, MemoryUse.RING);
      full.fill(0, 1, MemoryUse.PAIR);
    }
    System.out.println("asked " + file.asked);
  }
}
