package jfs.apps;

import java.util.Arrays;

/** The six programs of the Manta paper (Maassen and others, TOPLAS 2001). */
enum Program {
  /** Red-black successive over-relaxation on a grid of size times size points. */
  SOR("sor"),
  /** All pairs' shortest paths between size nodes. */
  ASP("asp"),
  /** Radix sort of size keys. */
  RADIX("radix"),
  /** One-dimensional Fourier transform of size points, which is a power of 4. */
  FFT("fft"),
  /** Molecular dynamics of size water molecules. */
  WATER("water"),
  /** The gravity of size bodies, by an octree. */
  BARNES_HUT("barnes-hut");

  private final String word;

  Program(String word) {
    this.word = word;
  }

  /** The program of a name as in a command. */
  static Program named(String word) {
    return Arrays.stream(values())
        .filter(program -> program.word.equals(word))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no such program: " + word));
  }

  App make(World world, int size, long seed) {
    return switch (this) {
      case SOR -> new Sor(world, size, seed);
      case ASP -> new Asp(world, size, seed);
      case RADIX -> new Radix(world, size, seed);
      case FFT -> new Fft(world, size, seed);
      case WATER -> new Water(world, size, seed);
      case BARNES_HUT -> new BarnesHut(world, size, seed);
    };
  }

  @Override
  public String toString() {
    return word;
  }
}
