package jfs.bench.compare;

import jfs.bench.result.Figure;

/**
 * How one figure of one variant changed.
 *
 * @param before what is shown for the first run
 * @param after what is shown for the second
 */
record Finding(
    String workload, String variant, Figure figure, double before, double after, Change change) {}
