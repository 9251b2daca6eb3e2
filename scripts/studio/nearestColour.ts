import type { SeedName } from '../../tenants/checks/contrast.ts';
import { difference, hexOf, lchOf } from '../../tenants/colour.ts';
import type { Draft, Subject } from './draft.ts';
import { hintsOf } from './hints.ts';

/** A draft with another colour. */
export function withColour(draft: Draft, field: SeedName, colour: string): Draft {
  if (field === 'progress') return { ...draft, progress: colour };
  return { ...draft, palette: { ...draft.palette, [field]: colour } };
}

/** Turns of the hue in degrees: the same hue first, then similar ones. */
const turns = [0, 8, -8, 16, -16, 24, -24, 32, -32, 40, -40];
/** Steps of lightness from black to white: finer for the same hue. */
const shades = { same: 100, similar: 33 };

/** The shades of a colour with a turned hue, the nearest first. */
function shadesOf(hex: string, turn: number): string[] {
  const { c, h } = lchOf(hex);
  const count = turn === 0 ? shades.same : shades.similar;
  const all = Array.from({ length: count - 1 }, (_, index) => hexOf({ l: (index + 1) / count, c, h: h + turn }));
  return [...new Set(all)]
    .map((shade) => ({ shade, distance: difference(hex, shade) }))
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ shade }) => shade);
}

/** The shade nearest to a draft's colour for which nothing is reported about this field; null if no similar hue has one. */
export function nearestColour(subject: Subject, draft: Draft, field: SeedName): string | null {
  const current = field === 'progress' ? draft.progress : (draft.palette[field] ?? draft.palette.accent);
  const passes = (shade: string): boolean =>
    hintsOf(subject, withColour(draft, field, shade)).every((hint) => hint.field !== field);
  for (const turn of turns) {
    const shade = shadesOf(current, turn).find(passes);
    if (shade) return shade;
  }
  return null;
}
