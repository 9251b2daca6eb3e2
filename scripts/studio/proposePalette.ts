import sharp from 'sharp';
import { contrast, difference, lchOf } from '../../tenants/colour.ts';
import { neededContrast } from '../../tenants/palette.ts';
import { coloursOf as coloursOfTenant, proposeColours } from '../tenants/proposeColours.ts';
import { type Draft, loadedWith, type Subject } from './draft.ts';
import { hintsOf } from './hints.ts';
import { nearestColour, withColour } from './nearestColour.ts';

/** Width of the picture whose pixels are counted. */
const width = 160;
/** Colours that differ less than this (CIEDE2000) are counted as one. */
const alike = 8;

/** The colours of a logo by the area that they cover, the largest first. Edges between two colours are not counted. */
async function coloursOf(svg: Buffer): Promise<string[]> {
  const { data, info } = await sharp(svg, { density: 200 })
    .resize({ width })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const areas = new Map<string, number>();
  for (let at = 0; at < info.width * info.height * 4; at += 4) {
    if ((data[at + 3] ?? 0) < 250) continue;
    const hex = `#${data.subarray(at, at + 3).toString('hex')}`;
    areas.set(hex, (areas.get(hex) ?? 0) + 1);
  }
  const all = [...areas.values()].reduce((sum, area) => sum + area, 0);
  const found: { hex: string; area: number }[] = [];
  for (const [hex, area] of [...areas].toSorted(([, a], [, b]) => b - a)) {
    const same = found.find((each) => difference(each.hex, hex) < alike);
    if (same) same.area += area;
    else found.push({ hex, area });
  }
  return found.filter(({ area }) => area > all / 50).map(({ hex }) => hex);
}

/** Black, white and greys are no brand colours, and the darkest ones are those of texts and grounds. */
const isColourful = (hex: string) => lchOf(hex).c >= 0.05 && lchOf(hex).l < 0.9 && !isDark(hex);
const isDark = (hex: string) => lchOf(hex).l < 0.35;
/** Whether a colour can be that of buttons as it is. */
const isStrong = (hex: string) => contrast(hex, '#ffffff') >= neededContrast.graphic;
/** From this difference (CIEDE2000) on, a second colour is more than a shade of the first. */
const apart = 15;

/** What was proposed, and the colours of the logo that it is based on. */
export type Proposal = { draft: Draft; from: string[] };

/**
 * Proposes a palette from the draft's logo: as accent the largest colour that buttons can have, as highlight the largest other one, a
 * dark one for the panel; each moved to the nearest shade that passes every check. Null if the logo has no colour but greys.
 */
export async function proposePalette(subject: Subject, draft: Draft): Promise<Proposal | null> {
  const from = await coloursOf(loadedWith(subject, draft).logos.light);
  const colourful = from.filter(isColourful);
  const main = colourful.find(isStrong) ?? colourful[0] ?? from.find((hex) => lchOf(hex).c >= 0.05);
  if (!main) return null;
  const second = colourful.find((hex) => difference(hex, main) >= apart);
  const others = subject.others.map(coloursOfTenant);
  const free = proposeColours(others, { accent: main, highlight: second });
  let proposed: Draft = {
    ...draft,
    palette: {
      accent: main,
      accentDark: null,
      highlight: second ?? free?.highlight ?? draft.palette.highlight,
      panel: from.find((hex) => isDark(hex) && hex !== main) ?? null,
      neutral: null,
    },
    progress: free?.progress ?? draft.progress,
  };
  for (const field of ['accent', 'highlight', 'panel', 'progress'] as const) {
    if (!hintsOf(subject, proposed).some((hint) => hint.field === field)) continue;
    const passing = nearestColour(subject, proposed, field);
    if (passing) proposed = withColour(proposed, field, passing);
  }
  return { draft: proposed, from };
}
