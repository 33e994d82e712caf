package jfs.bench.svg;

/** The colours of all plots, in light and in dark mode. */
final class Style {

  /**
   * For a line: {@code l-NAME}; for what is filled, texts and marks: {@code f-NAME}. Without
   * variables, which some viewers do not know.
   */
  static final String CSS =
      """
      path{fill:none}
      .ground{fill:#fff}.ink{fill:#1f2328}.muted{fill:#59636e}.strong{fill:#1f2328;font-weight:600}
      .heading{fill:#1f2328;font-weight:600;font-size:15px}
      .grid{stroke:#e3e8ed}.axis{stroke:#59636e}.one{stroke:#1f2328;stroke-width:1.5}
      .slower{fill:#fdf1e7}
      .l-jfs{stroke:#0969da;stroke-width:3}.f-jfs{fill:#0969da}
      .l-jfs-1{stroke:#0969da;stroke-width:2}.l-bar{stroke:#0969da;stroke-width:1.2}
      .l-jdk{stroke:#1f2328;stroke-width:3}.f-jdk{fill:#1f2328}
      .l-c{stroke:#818b98;stroke-width:1.5}.f-c{fill:#6b7480}
      .l-unix{stroke:#1a7f37;stroke-width:1.5}.f-unix{fill:#1a7f37}
      .l-channel{stroke:#0e7490;stroke-width:1.5}.f-channel{fill:#0e7490}
      .l-netty{stroke:#bf3989;stroke-width:1.5}.f-netty{fill:#bf3989}
      .l-aeron{stroke:#8250df;stroke-width:1.5}.f-aeron{fill:#8250df}
      .l-loss{stroke:#bc4c00;stroke-width:1.2}.f-loss{fill:#bc4c00}
      .l-none{stroke:#818b98;stroke-width:1.2}.f-none{fill:#818b98}
      @media (prefers-color-scheme:dark){
      .ground{fill:#0d1117}.ink{fill:#e6edf3}.muted{fill:#9198a1}.strong,.heading{fill:#e6edf3}
      .grid{stroke:#262c36}.axis{stroke:#9198a1}.one{stroke:#e6edf3}
      .slower{fill:#271a10}
      .l-jfs,.l-jfs-1,.l-bar{stroke:#4493f8}.f-jfs{fill:#4493f8}
      .l-jdk{stroke:#e6edf3}.f-jdk{fill:#e6edf3}
      .l-c{stroke:#7d8590}.f-c{fill:#9198a1}
      .l-unix{stroke:#3fb950}.f-unix{fill:#3fb950}
      .l-channel{stroke:#39c5cf}.f-channel{fill:#39c5cf}
      .l-netty{stroke:#f778ba}.f-netty{fill:#f778ba}
      .l-aeron{stroke:#ab7df8}.f-aeron{fill:#ab7df8}
      .l-loss{stroke:#f0883e}.f-loss{fill:#f0883e}
      .l-none{stroke:#7d8590}.f-none{fill:#7d8590}
      }
      """;

  private Style() {}
}
