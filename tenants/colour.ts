import culori, { type Oklch } from 'culori/require';

// culori's bundled entry point: loading its 150 modules one by one would add 50 ms to every build.
const { clampChroma, converter, differenceCiede2000, formatHex, wcagLuminance } = culori;

/** A colour in OKLCH, which is perceptually uniform: lightness 0 to 1, chroma 0 to about 0.3, hue in degrees. */
export type Lch = { l: number; c: number; h: number };

const toOklch = converter('oklch');
const toLab = converter('lab65');
const ciede2000 = differenceCiede2000();

/** Converts a hex colour to OKLCH; greys get hue 0. */
export function lchOf(hex: string): Lch {
  const { l, c, h = 0 }: Oklch = toOklch(hex) ?? { mode: 'oklch', l: 0, c: 0, h: 0 };
  return { l, c, h };
}

/** Converts OKLCH to the nearest sRGB hex colour: chroma is reduced where needed, lightness and hue are kept. */
export function hexOf({ l, c, h }: Lch): string {
  const colour = { mode: 'oklch', l: Math.min(1, Math.max(0, l)), c: Math.max(0, c), h: (h + 360) % 360 } as const;
  return formatHex(clampChroma(colour, 'oklch', 'rgb'));
}

const luminances = new Map<string, number>();

// A palette compares a few backgrounds with hundreds of candidates; parsing them each time took half of the time.
function luminance(hex: string): number {
  const known = luminances.get(hex) ?? wcagLuminance(hex);
  luminances.set(hex, known);
  return known;
}

/** Contrast ratio of two hex colours by WCAG 2.2, 1 to 21. */
export function contrast(first: string, second: string): number {
  const [a, b] = [luminance(first), luminance(second)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const labs = new Map<string, ReturnType<typeof toLab>>();

function lab(hex: string) {
  const known = labs.get(hex) ?? toLab(hex);
  labs.set(hex, known);
  return known;
}

/** Colour difference of two hex colours (CIEDE2000): below 2 invisible, from 10 obvious. */
export function difference(first: string, second: string): number {
  return ciede2000(lab(first) ?? first, lab(second) ?? second);
}

/** CIEDE2000 shortens no distance in Lab to less than a sixth. */
const shortening = 6;

/** Whether two hex colours are nearer than a difference; faster than `difference` for most pairs. */
export function areNear(first: string, second: string, limit: number): boolean {
  const [a, b] = [lab(first), lab(second)];
  if (a && b && Math.hypot(a.l - b.l, a.a - b.a, a.b - b.b) > limit * shortening) return false;
  return difference(first, second) < limit;
}

/**
 * The hex colour nearest in lightness to `colour`, of the same hue, with at least `needed` contrast to every
 * background; null if there is none.
 * @param towards limits the search to lighter or darker colours.
 */
export function reach(
  colour: Lch,
  grounds: readonly string[],
  needed: number,
  towards?: 'lighter' | 'darker',
): string | null {
  const passes = (hex: string) => grounds.every((ground) => contrast(hex, ground) >= needed);
  const steps = 400;
  for (let step = 0; step <= steps; step += 1) {
    const shift = step / steps;
    const candidates = [
      ...(towards === 'darker' ? [] : [colour.l + shift]),
      ...(towards === 'lighter' ? [] : [colour.l - shift]),
    ].filter((l) => l >= 0 && l <= 1);
    for (const l of candidates) {
      const hex = hexOf({ ...colour, l });
      if (passes(hex)) return hex;
    }
  }
  return null;
}
