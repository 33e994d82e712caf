package jfs.bench.svg;

/** The shape of a single figure: told apart without colour too. */
public enum Mark {
  DOT {
    @Override
    String path(Svg.Point at) {
      return "M" + xy(at, -RADIUS, 0) + ARC + xy(at, RADIUS, 0) + ARC + xy(at, -RADIUS, 0) + "Z";
    }
  },
  DIAMOND {
    @Override
    String path(Svg.Point at) {
      double reach = RADIUS * 1.5;
      return "M"
          + xy(at, -reach, 0)
          + "L"
          + xy(at, 0, -reach)
          + "L"
          + xy(at, reach, 0)
          + "L"
          + xy(at, 0, reach)
          + "Z";
    }
  };

  private static final double RADIUS = 3.5;
  private static final String ARC = "A" + RADIUS + " " + RADIUS + " 0 0 1 ";

  abstract String path(Svg.Point at);

  private static String xy(Svg.Point at, double x, double y) {
    return Svg.number(at.x() + x) + " " + Svg.number(at.y() + y);
  }
}
