import { contrastFailures } from '../../tenants/checks/contrast.ts';
import { minDifference } from '../../tenants/checks/collisions.ts';
import { contrast, difference, hexOf, lchOf } from '../../tenants/colour.ts';
import type { LoadedTenant } from '../../tenants/manifest.ts';
import { neededContrast, palette } from '../../tenants/palette.ts';

const white = '#ffffff';

const hues = Array.from({ length: 72 }, (_, index) => index * 5);
/** Dark yellows look brown or khaki, so they are proposed last. */
const muddy = (h: number) => h > 50 && h < 118;

/** Candidates around the colour circle: first saturated ones of medium lightness, then soft and dark ones. */
const wheels = [
  [0.56, 0.5, 0.44].flatMap((l) => hues.filter((h) => !muddy(h)).map((h) => hexOf({ l, c: 0.17, h }))),
  [0.54, 0.48, 0.42, 0.6, 0.36].flatMap((l) => [0.13, 0.08].flatMap((c) => hues.map((h) => hexOf({ l, c, h })))),
];

const distanceTo = (others: readonly string[]) => (hex: string) =>
  Math.min(100, ...others.map((other) => difference(hex, other)));

/** `colours` by their distance to the nearest of `others`, farthest first. */
function byDistance(colours: readonly string[], others: readonly string[]): { hex: string; distance: number }[] {
  const distance = distanceTo(others);
  return colours
    .map((hex) => ({ hex, distance: distance(hex) }))
    .toSorted((one, other) => other.distance - one.distance);
}

/** A highlight for an accent: from the opposite side of the colour circle, light enough for a dark panel. */
export function highlightFor(accent: string): string {
  const { l, h } = lchOf(accent);
  return hexOf({ l: 0.79 + l / 12, c: 0.13, h: h > 20 && h < 200 ? h + 150 : h + 170 });
}

/** An unused progress colour near the accent's hue with contrast to light and dark grounds, or null. */
export function proposeProgress(accent: string, others: readonly LoadedTenant[]): string | null {
  const { c, h } = lchOf(accent);
  const nearby = [0, 8, -8, 16, -16, 30, -30, 50, -50, 80, -80, 120, -120, 160].flatMap((turn) =>
    [0.6, 0.56, 0.63].map((l) => hexOf({ l, c: Math.max(c, 0.1), h: h + turn })),
  );
  const distance = distanceTo(others.map(({ manifest }) => manifest.progress));
  const highlight = highlightFor(accent);
  return (
    nearby.find(
      (progress) =>
        distance(progress) >= minDifference.progress + 1 &&
        !contrastFailures(palette({ accent, highlight, progress })).some(({ kind }) => kind === 'progress'),
    ) ?? null
  );
}

const readable = (hex: string) => contrast(hex, white) >= neededContrast.text;

/** The accent farthest from those of the other deployments that has enough contrast and a free progress colour, or null. */
export function proposeAccent(others: readonly LoadedTenant[]): string | null {
  const taken = others.map(({ tokens }) => tokens.light.accent);
  for (const { hex, distance } of wheels.flatMap((wheel) => byDistance(wheel.filter(readable), taken))) {
    if (distance < minDifference.accent + 1) continue;
    const progress = proposeProgress(hex, others);
    if (progress && !contrastFailures(palette({ accent: hex, highlight: highlightFor(hex), progress })).length)
      return hex;
  }
  return null;
}
