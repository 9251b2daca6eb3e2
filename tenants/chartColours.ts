import culori from 'culori/require';
import { contrast, hexOf, reach, type Lch } from './colour.ts';

/** A colour as seen with normal, red-blind, green-blind and blue-blind vision: four times l, a, b of OKLab. */
type PerceivedColour = { hex: string; views: number[] };

const { converter, filterDeficiencyDeuter, filterDeficiencyProt, filterDeficiencyTrit } = culori;
const toOklab = converter('oklab');
const toRgb = converter('rgb');
const deficiencies = [filterDeficiencyProt(1), filterDeficiencyDeuter(1), filterDeficiencyTrit(1)];

function perceive(hex: string): PerceivedColour {
  const rgb = toRgb(hex) ?? { mode: 'rgb', r: 0, g: 0, b: 0 };
  const views = [rgb, ...deficiencies.map((filter) => filter(rgb))].flatMap((view) => {
    const { l, a, b } = toOklab(view);
    return [l, a, b];
  });
  return { hex, views };
}

/** Squared OKLab distance of two colours in the vision that distinguishes them worst. */
function distance({ views: viewsA }: PerceivedColour, { views: viewsB }: PerceivedColour): number {
  let smallest = Infinity;
  for (let at = 0; at < viewsA.length; at += 3) {
    const l = (viewsA[at] ?? 0) - (viewsB[at] ?? 0);
    const a = (viewsA[at + 1] ?? 0) - (viewsB[at + 1] ?? 0);
    const b = (viewsA[at + 2] ?? 0) - (viewsB[at + 2] ?? 0);
    smallest = Math.min(smallest, l * l + a * a + b * b);
  }
  return smallest;
}

const lightnesses = { light: [0.34, 0.43, 0.52, 0.62], dark: [0.58, 0.67, 0.76, 0.86] } as const;

const murky = (l: number, h: number) => (l < 0.4 && h < 140) || (l < 0.5 && h > 30 && h < 140);

/** Evenly spread colours without dark yellows and oranges, which look dirty. */
function candidatesAt(levels: readonly number[]): PerceivedColour[] {
  const hues = Array.from({ length: 24 }, (_, index) => index * 15 + 8);
  return levels.flatMap((l) => hues.filter((h) => !murky(l, h)).map((h) => perceive(hexOf({ l, c: 0.135, h }))));
}

const candidates = { light: candidatesAt(lightnesses.light), dark: candidatesAt(lightnesses.dark) };

/**
 * Eight colours for the series of a chart: first the brand's colours, adjusted where contrast requires it, then each time the
 * candidate that is most distinguishable from all chosen ones in every kind of colour vision.
 */
export function chartColours(mode: 'light' | 'dark', brand: readonly Lch[], grounds: readonly string[]): string[] {
  const visible = (hex: string) => grounds.every((ground) => contrast(hex, ground) >= 3);
  const pool = candidates[mode].filter(({ hex }) => visible(hex));
  const chosen: PerceivedColour[] = [];
  const nearest = pool.map(() => Infinity);
  const choose = (colour: PerceivedColour) => {
    chosen.push(colour);
    for (const [index, candidate] of pool.entries())
      nearest[index] = Math.min(nearest[index] ?? 0, distance(candidate, colour));
  };
  for (const colour of brand) {
    const visibleColour = perceive(reach(colour, grounds, 3, mode === 'light' ? 'darker' : 'lighter') ?? hexOf(colour));
    if (chosen.every((earlier) => distance(earlier, visibleColour) > 0.08 ** 2)) choose(visibleColour);
  }
  while (chosen.length < 8) {
    const best = pool[nearest.indexOf(Math.max(...nearest))];
    if (!best) break;
    choose(best);
  }
  return chosen.map(({ hex }) => hex);
}
