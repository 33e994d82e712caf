package jfs.apps;

/**
 * The Fourier transform of one row, in place: the radix-2 algorithm of Cooley and Tukey (1965).
 * Complex numbers lie as real and imaginary part in turn.
 */
final class RowFft {

  private final int length;

  /** exp(-2πij/length) for the lower half of all j. */
  private final double[] roots;

  RowFft(int length) {
    this.length = length;
    roots = roots(length, 0, length / 2, 1);
  }

  /** exp(-2πi·j·factor/order) for j from {@code begin} to before {@code end}. */
  static double[] roots(int order, int begin, int end, int factor) {
    double[] roots = new double[2 * (end - begin)];
    for (int j = begin; j < end; j++) {
      double angle = -2 * StrictMath.PI * ((long) j * factor % order) / order;
      roots[2 * (j - begin)] = StrictMath.cos(angle);
      roots[2 * (j - begin) + 1] = StrictMath.sin(angle);
    }
    return roots;
  }

  void transform(double[] row) {
    reverseBits(row);
    for (int half = 1; half < length; half *= 2) {
      for (int block = 0; block < length; block += 2 * half) {
        butterflies(row, block, half);
      }
    }
  }

  private void reverseBits(double[] row) {
    int shift = Integer.numberOfLeadingZeros(length) + 1;
    for (int i = 1; i < length; i++) {
      int j = Integer.reverse(i) >>> shift;
      if (i < j) {
        swap(row, 2 * i, 2 * j);
        swap(row, 2 * i + 1, 2 * j + 1);
      }
    }
  }

  private static void swap(double[] row, int i, int j) {
    double saved = row[i];
    row[i] = row[j];
    row[j] = saved;
  }

  private void butterflies(double[] row, int block, int half) {
    int stride = length / half;
    for (int i = 0; i < half; i++) {
      int low = 2 * (block + i);
      int high = low + 2 * half;
      double rootRe = roots[i * stride];
      double rootIm = roots[i * stride + 1];
      double re = row[high] * rootRe - row[high + 1] * rootIm;
      double im = row[high] * rootIm + row[high + 1] * rootRe;
      row[high] = row[low] - re;
      row[high + 1] = row[low + 1] - im;
      row[low] += re;
      row[low + 1] += im;
    }
  }
}
