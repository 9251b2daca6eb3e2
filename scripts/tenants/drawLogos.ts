import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Font } from 'opentype.js';
import type { LogoKind } from '../../tenants/checks/logo.ts';
import type { Palette } from '../../tenants/palette.ts';

// opentype.js's CommonJS file has no named exports that `import` could detect.
const { parse } = createRequire(import.meta.url)('opentype.js') as {
  parse: (bytes: ArrayBuffer) => Font;
};

const size = 48;

/** A segment of an outline, in units of the shape's side: a line to x, y, or an arc of radius r and a sweep flag to x, y. */
type Step = readonly [x: number, y: number] | readonly [r: number, sweep: 0 | 1, x: number, y: number];

/** The shapes of symbols: quarter disc, leaf, arch, quarter ring, disc and rounded square. The first step is the start point. */
const shapes: readonly (readonly Step[])[] = [
  [
    [0, 0],
    [1, 0],
    [1, 1, 0, 1],
  ],
  [
    [0, 0],
    [0.35, 0],
    [0.65, 1, 1, 0.65],
    [1, 1],
    [0.65, 1],
    [0.65, 1, 0, 0.35],
  ],
  [
    [0, 1],
    [0, 0.5],
    [0.5, 1, 1, 0.5],
    [1, 1],
  ],
  [
    [0, 0],
    [1, 0],
    [1, 1, 0, 1],
    [0, 0.6],
    [0.6, 0, 0.6, 0],
  ],
  [
    [0.5, 0],
    [0.5, 1, 0.5, 1],
    [0.5, 1, 0.5, 0],
  ],
  [
    [0.2, 0],
    [0.8, 0],
    [0.2, 1, 1, 0.2],
    [1, 0.8],
    [0.2, 1, 0.8, 1],
    [0.2, 1],
    [0.2, 1, 0, 0.8],
    [0, 0.2],
    [0.2, 1, 0.2, 0],
  ],
];

const round = (value: number) => Math.round(value * 100) / 100;

/** Path data of a shape, rotated by quarter turns, with its top left corner at `x`, `y` and sides of length `side`. */
function pathOf(shape: readonly Step[], turns: number, x: number, y: number, side: number): string {
  const at = (px: number, py: number) => {
    let [across, down] = [px, py];
    for (let turn = 0; turn < turns; turn += 1) [across, down] = [1 - down, across];
    return `${round(x + across * side)} ${round(y + down * side)}`;
  };
  const steps = shape.map((step, index) => {
    if (step.length === 2) return `${index ? 'L' : 'M'}${at(...step)}`;
    const [r, sweep, px, py] = step;
    return `A${round(r * side)} ${round(r * side)} 0 0 ${sweep} ${at(px, py)}`;
  });
  return `${steps.join('')}z`;
}

/**
 * A symbol of four shapes, chosen, rotated and sized by the hash of the deployment's id: the same id gives the same symbol.
 * Its path is unique to the deployment, so that the isolation check can search for it.
 */
function symbol(id: string, main: string, second: string): string {
  const bytes = createHash('sha256').update(id).digest();
  const byte = (index: number) => bytes[index] ?? 0;
  const side = 22 + byte(13) / 170;
  const lit = byte(12) % 4;
  let previous = -1;
  const modules = [0, 1, 2, 3].map((place) => {
    let shape = byte(place) % shapes.length;
    if (shape === previous) shape = (shape + 1) % shapes.length;
    previous = shape;
    const [x, y] = [(place % 2) * (size - side), Math.floor(place / 2) * (size - side)];
    return pathOf(shapes[shape] ?? [], byte(place + 4) % 4, x, y, side);
  });
  const others = modules.filter((_, place) => place !== lit).join('');
  return `<path d="${others}" fill="${main}"/><path d="${modules[lit] ?? ''}" fill="${second}"/>`;
}

/** A name as one path with its width, or null when the typeface lacks one of its letters. */
function wordmark(brand: string): { path: string; width: number } | null {
  const typeface = import.meta.resolve('@expo-google-fonts/outfit/600SemiBold/Outfit_600SemiBold.ttf');
  const bytes = readFileSync(fileURLToPath(typeface));
  const font = parse(new Uint8Array(bytes).buffer);
  const letters = Array.from(brand.normalize('NFC'), (letter) => font.charToGlyph(letter));
  if (letters.some(({ index }) => index === 0)) return null;
  const scale = 27 / font.unitsPerEm;
  let x = size + 11;
  let path = '';
  for (const [place, letter] of letters.entries()) {
    path += letter.getPath(x, 33.5, 27).toPathData(1);
    const next = letters[place + 1];
    x += ((letter.advanceWidth ?? 0) + (next ? font.getKerningValue(letter, next) : 0)) * scale;
  }
  return { path, width: Math.ceil(x + 1) };
}

/** A striped band that distinguishes a stage from its deployment, even at 16 pixels. */
const hazardBand = `<path d="M0 37h48v11H0z" fill="#1d1911"/><path d="${[0, 1, 2, 3].map((index) => `M${index * 12 + 5} 37h6l-5 11h-6z`).join('')}" fill="#f7cd38"/>`;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * The three logos of a new deployment in its own colours: a symbol and the brand as paths, so that no font is needed.
 * `hasWordmark` is false when the typeface lacks letters of the brand; the logos then have the symbol only.
 */
export function drawLogos(
  { id, brand, stage }: { id: string; brand: string; stage: boolean },
  tokens: Palette,
): { files: Record<LogoKind, string>; hasWordmark: boolean } {
  const words = wordmark(brand);
  const draw = (kind: LogoKind): string => {
    const mode = kind === 'dark' ? 'dark' : 'light';
    // The icon appears on light and dark browser tabs, so it uses the progress colour, which has contrast to both.
    const main =
      kind === 'icon' ? tokens.light.progress : mode === 'light' ? tokens.light.accent : tokens.dark.accentText;
    const name = kind === 'icon' || !words ? '' : `<path d="${words.path}" fill="${tokens[mode].text}"/>`;
    const width = name && words ? words.width : size;
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${size}"><title>${escaped(brand)}</title>${symbol(id, main, tokens.dark.brandPanelAccent)}${stage ? hazardBand : ''}${name}</svg>\n`;
  };
  return { files: { light: draw('light'), dark: draw('dark'), icon: draw('icon') }, hasWordmark: words !== null };
}
