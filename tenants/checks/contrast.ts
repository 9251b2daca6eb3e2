import { contrast, hexOf, lchOf } from '../colour.ts';
import type { JsonPath } from '../document.ts';
import { contrastPairs, palette, seedsOf, type ContrastPair, type Mode, type Palette, type Seeds } from '../palette.ts';
import type { Problem } from '../problem.ts';
import type { Manifest } from '../schema.ts';
import type { Source } from '../source.ts';

/** A pair of tokens with too little contrast. */
export type Failure = ContrastPair & { mode: Mode; ratio: number };
/** A colour of a manifest. */
export type SeedName = 'accent' | 'accentDark' | 'highlight' | 'panel' | 'neutral' | 'progress';

/** Every pair of tokens with less contrast than WCAG 2.2 requires, in light and dark. */
export function contrastFailures(tokens: Palette): Failure[] {
  return (['light', 'dark'] as const).flatMap((mode) =>
    contrastPairs.flatMap((pair) => {
      const ratio = contrast(tokens[mode][pair.foreground], tokens[mode][pair.background]);
      return ratio < pair.needs ? [{ ...pair, mode, ratio }] : [];
    }),
  );
}

/** The seed that determines a pair, so that the problem is reported where it can be corrected. */
export function seedOf({ foreground, background, mode }: Failure, seeds: Seeds): SeedName {
  if (foreground === 'progress') return 'progress';
  if (background === 'brandPanel')
    return foreground === 'brandPanelAccent' ? 'highlight' : seeds.panel ? 'panel' : 'accent';
  if (foreground === 'chart2') return 'highlight';
  if (mode === 'dark' && seeds.accentDark) return 'accentDark';
  return /accent|focus|selected/i.test(`${foreground} ${background}`) || !seeds.neutral ? 'accent' : 'neutral';
}

/** The colour nearest in lightness to a seed for which every pair of that seed passes, or null. */
function nearestPassing(seeds: Seeds, name: SeedName): string | null {
  const from = lchOf(seeds[name] ?? seeds.accent);
  const passing = (shift: number): string | null => {
    for (const l of [from.l - shift, from.l + shift]) {
      if (l < 0 || l > 1) continue;
      const hex = hexOf({ ...from, l });
      const candidate = { ...seeds, [name]: hex };
      if (!contrastFailures(palette(candidate)).some((failure) => seedOf(failure, candidate) === name)) return hex;
    }
    return null;
  };
  // Coarse steps first, then fine steps: generating a palette takes milliseconds.
  const stride = 0.03;
  for (let far = stride; far <= 1; far += stride) {
    if (!passing(far)) continue;
    for (let near = far - stride; near < far; near += stride / 10) {
      const hex = passing(near);
      if (hex) return hex;
    }
    return passing(far);
  }
  return null;
}

/** Colours that are suggested for one deployment: each takes up to a hundred palettes. */
const suggestions = 2;

// Rounded down: 2.996 must not be shown as 3.00.
const shownRatio = (ratio: number) => (Math.floor(ratio * 100) / 100).toFixed(2);

/**
 * Checks the contrast of the generated palette in both modes (WCAG 2.2: 1.4.3, 1.4.11). Reports one problem per seed: its worst
 * pair with actual and required ratio, and the nearest colour that passes.
 */
export function checkContrast(source: Source, manifest: Manifest, tokens: Palette): Problem[] {
  const seeds = seedsOf(manifest);
  const bySeed = Map.groupBy(contrastFailures(tokens), (failure) => seedOf(failure, seeds));
  return [...bySeed].map(([name, failures], index) => {
    const worst = failures.reduce((a, b) => (b.ratio / b.needs < a.ratio / a.needs ? b : a));
    const path: JsonPath = name === 'progress' ? ['progress'] : ['palette', name];
    const passing = index < suggestions ? nearestPassing(seeds, name) : null;
    const others = failures.length - 1;
    return source.problem(
      path,
      `${worst.foreground} on ${worst.background} (${worst.mode}) has a contrast of ${shownRatio(worst.ratio)}:1 and needs ${worst.needs}:1` +
        `${others ? `; ${others} more ${others === 1 ? 'pair fails' : 'pairs fail'} with it` : ''}.`,
      passing
        ? `The nearest colour that passes is "${passing}".`
        : index < suggestions
          ? 'No shade of this hue passes; choose another colour.'
          : 'Correct the colours above first; the check then suggests one here.',
    );
  });
}
