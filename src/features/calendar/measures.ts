/** How wide the names beside the lanes are, in pixels. */
export const nameWidth = 176;

/** How narrow names and lanes may be together, in pixels; with less room they are scrolled aside. */
export const leastWidth = 1100;

/**
 * Where lanes are scrolled aside: there names stay in sight. Only there, since each thing that stays in sight is a layer of its own, and
 * a layer for every lane is what scrolling and dragging would wait for.
 */
export const scrolledAside = `@container (max-width: ${leastWidth - 0.02}px)`;

/** How far from the upper edge of its lane a row of a timeline begins, in pixels. */
export const rowTop = (row: number, chipHeight: number): number => 6 + row * (chipHeight + 4);

/** Where a share of the days, from 0 to 1, lies in the grid, as a length from its edge. */
export const placeOf = (share: number): string => `calc(${nameWidth}px + (100% - ${nameWidth}px) * ${share})`;

/** How wide a share of the days is. */
export const widthOf = (share: number): string => `calc((100% - ${nameWidth}px) * ${share})`;
