import { contrastFailures, seedOf, type SeedName, seedsOf } from '../../tenants/checks/contrast.ts';
import { difference, hexOf, lchOf } from '../../tenants/colour.ts';
import { type Draft, loadedWith, type Subject } from './draft.ts';
import { isUnlikeOthers } from './hints.ts';

/** A draft with another colour. */
export function withColour(draft: Draft, field: SeedName, colour: string): Draft {
  if (field === 'progress') return { ...draft, progress: colour };
  return { ...draft, palette: { ...draft.palette, [field]: colour } };
}

/** Turns of the hue in degrees: the same hue first, then similar ones. */
const turns = [0, 8, -8, 16, -16, 24, -24, 32, -32, 40, -40];
/** Steps of lightness from black to white. */
const shades = 100;

/** The shades of a colour with a turned hue, the nearest first. */
function shadesOf(hex: string, turn: number): string[] {
  const { c, h } = lchOf(hex);
  const all = Array.from({ length: shades - 1 }, (_, index) => hexOf({ l: (index + 1) / shades, c, h: h + turn }));
  return [...new Set(all)]
    .map((shade) => ({ shade, distance: difference(hex, shade) }))
    .toSorted((one, other) => one.distance - other.distance)
    .map(({ shade }) => shade);
}

/** The shade nearest to a draft's colour for which nothing is reported about this field; null if no similar hue has one. */
export function nearestColour(subject: Subject, draft: Draft, field: SeedName): string | null {
  const current = field === 'progress' ? draft.progress : (draft.palette[field] ?? draft.palette.accent);
  const passes = (shade: string): boolean => {
    if (!isUnlikeOthers(field, shade, subject.others)) return false;
    const { manifest, tokens } = loadedWith(subject, withColour(draft, field, shade));
    const seeds = seedsOf(manifest);
    return !contrastFailures(tokens).some((failure) => seedOf(failure, seeds) === field);
  };
  for (const turn of turns) {
    const shade = shadesOf(current, turn).find(passes);
    if (shade) return shade;
  }
  return null;
}
