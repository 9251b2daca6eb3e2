/** The width of the names beside the lanes, in pixels. */
export const nameWidth = 176;

/** The minimum width of names and lanes together, in pixels; below it they scroll sideways. */
export const leastWidth = 1100;

/**
 * Containers in which lanes scroll sideways. Names are sticky only there: each sticky element gets a layer of its own, and one
 * per lane would slow down scrolling and dragging.
 */
export const scrolledAside = `@container (max-width: ${leastWidth - 0.02}px)`;

/** How much larger the reader's text is than the usual 16 px; never smaller than 1. */
export const textScale = (): number =>
  Math.max(1, Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1);

/** The distance of a timeline's first row from the top of its lane, in pixels. */
export const firstRowTop = 6;

/** The place of a share of the days, from 0 to 1, as a CSS length from the edge of the grid. */
export const placeOf = (share: number): string => `calc(${nameWidth}px + (100% - ${nameWidth}px) * ${share})`;

/** The width of a share of the days, as a CSS length. */
export const widthOf = (share: number): string => `calc((100% - ${nameWidth}px) * ${share})`;
