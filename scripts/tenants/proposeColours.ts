import { contrastFailures } from '../../tenants/checks/contrast.ts';
import { minDifference } from '../../tenants/checks/collisions.ts';
import { areNear, contrast, difference, hexOf, lchOf } from '../../tenants/colour.ts';
import type { LoadedTenant } from '../../tenants/loadedTenant.ts';
import { neededContrast, palette } from '../../tenants/palette.ts';

/** The colours that a new deployment needs. */
export type Proposal = { accent: string; highlight: string; progress: string };

/** The colours of a deployment that a new one is compared with. */
export function coloursOf({ tokens, manifest }: LoadedTenant): Proposal {
  return { accent: tokens.light.accent, highlight: manifest.palette.highlight, progress: manifest.progress };
}

const white = '#ffffff';

const hues = Array.from({ length: 72 }, (_, index) => index * 5);
/** Dark yellows look brown or khaki, so they are proposed last. */
const muddy = (h: number) => h > 50 && h < 118;

/** Candidates around the colour circle: first saturated ones of medium lightness, then soft and dark ones. */
const wheels = [
  [0.56, 0.5, 0.44].flatMap((l) => hues.filter((h) => !muddy(h)).map((h) => hexOf({ l, c: 0.17, h }))),
  [0.54, 0.48, 0.42, 0.6, 0.36].flatMap((l) => [0.13, 0.08].flatMap((c) => hues.map((h) => hexOf({ l, c, h })))),
];

/** One more than the check needs, so that a proposal is clearly different. */
const apart = {
  accent: minDifference.accent + 1,
  highlight: minDifference.highlight + 1,
  progress: minDifference.progress + 1,
};

/** Highlights for an accent: first from the opposite side of the colour circle, all light enough for a dark panel. */
function highlightsFor(accent: string): string[] {
  const { l, h } = lchOf(accent);
  const opposite = h > 20 && h < 200 ? h + 150 : h + 170;
  return [0, 30, -30, 60, -60, 90, -90, 120, -120, 150, -150, 180].map((turn) =>
    hexOf({ l: 0.79 + l / 12, c: 0.13, h: opposite + turn }),
  );
}

type Grounds = { grounds: string[]; isReadable: boolean };

const knownGrounds = new Map<string, Grounds>();

/** The grounds of a progress bar in light and dark, and whether the rest of the palette is readable. */
function groundsFor(accent: string, highlight: string): Grounds {
  const known = knownGrounds.get(accent + highlight);
  if (known) return known;
  const tokens = palette({ accent, highlight, progress: accent });
  const grounds = (['light', 'dark'] as const).flatMap((mode) =>
    (['ground', 'surface', 'surfaceRaised'] as const).map((ground) => tokens[mode][ground]),
  );
  const found = { grounds, isReadable: contrastFailures(tokens).every(({ kind }) => kind === 'progress') };
  knownGrounds.set(accent + highlight, found);
  return found;
}

/** Progress bars near an accent's hue with contrast to light and dark grounds; first those that no other deployment has. */
function progressBarsFor(accent: string, grounds: readonly string[], others: readonly Proposal[]): string[] {
  const { c, h } = lchOf(accent);
  const nearby = [0, 8, -8, 16, -16, 30, -30, 50, -50, 80, -80, 120, -120, 160].flatMap((turn) =>
    [0.6, 0.56, 0.63].map((l) => hexOf({ l, c: Math.max(c, 0.1), h: h + turn })),
  );
  const readable = nearby.filter((bar) => grounds.every((ground) => contrast(bar, ground) >= neededContrast.graphic));
  const isFree = (bar: string) => !others.some(({ progress }) => areNear(bar, progress, apart.progress));
  const free = readable.filter(isFree);
  return [...free, ...readable.filter((bar) => !free.includes(bar))];
}

type Ranked = { hex: string; near: Proposal[]; distance: number };

const differences = new Map<string, Map<string, number>>();

/** The difference of a colour to others. Kept, because proposals for many deployments compare the same candidates again and again. */
function differencesOf(colour: string): (other: string) => number {
  const known = differences.get(colour) ?? new Map<string, number>();
  differences.set(colour, known);
  return (other) => {
    const found = known.get(other) ?? difference(colour, other);
    known.set(other, found);
    return found;
  };
}

/** Accents in the order in which they are tried: free ones first, then those that the fewest deployments have. */
function rankedAccents(others: readonly Proposal[]): Ranked[] {
  const taken = [...Map.groupBy(others, ({ accent }) => accent)];
  const ranked = wheels.map((wheel) =>
    wheel
      .filter((hex) => contrast(hex, white) >= neededContrast.text)
      .map((hex): Ranked => {
        const differenceTo = differencesOf(hex);
        const distances = taken.map(([accent]) => differenceTo(accent));
        const near = taken.flatMap(([, those], index) => ((distances[index] ?? 0) < apart.accent ? those : []));
        return { hex, near, distance: Math.min(100, ...distances) };
      })
      .toSorted((a, b) => b.distance - a.distance),
  );
  const free = ranked.flatMap((wheel) => wheel.filter(({ near }) => near.length === 0));
  const crowded = ranked.flat().filter(({ near }) => near.length > 0);
  return [...free, ...crowded.toSorted((a, b) => a.near.length - b.near.length)];
}

/** Whether a palette differs from all that have a similar accent. */
const differs = ({ highlight, progress }: Proposal, near: readonly Proposal[]) =>
  near.every(
    (other) =>
      !areNear(highlight, other.highlight, apart.highlight) || !areNear(progress, other.progress, apart.progress),
  );

/**
 * Proposes the colours of a new deployment that are not given: with enough contrast, and different from all others as long as there
 * are such colours. There is always a proposal for a readable accent.
 * @returns null if a given accent has no readable palette
 */
export function proposeColours(others: readonly Proposal[], given: Partial<Proposal>): Proposal | null {
  const { accent: givenAccent } = given;
  const accents: Ranked[] = givenAccent
    ? [
        {
          hex: givenAccent,
          near: others.filter(({ accent }) => difference(givenAccent, accent) < apart.accent),
          distance: 0,
        },
      ]
    : rankedAccents(others);
  let second: Proposal | null = null;
  for (const { hex: accent, near } of accents) {
    const highlights = given.highlight ? [given.highlight] : highlightsFor(accent);
    const [first = white] = highlights;
    const { grounds, isReadable } = groundsFor(accent, first);
    if (!givenAccent && !isReadable) continue;
    const bars = given.progress ? [given.progress] : progressBarsFor(accent, grounds, others);
    for (const highlight of highlights)
      for (const progress of bars) {
        const proposal = { accent, highlight, progress };
        second ??= proposal;
        if (differs(proposal, near)) return proposal;
      }
  }
  return second;
}
