/**
 * Plots as SVG, drawn in plain Java: readable in light and in dark mode, with nothing to load. The
 * same input gives the same text.
 */
package jfs.bench.svg;
