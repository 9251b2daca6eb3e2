import { colourProperty, colourTokens, type ColourToken, seriesColours } from '../src/ui/tokens.ts';
import { chartColours } from './chartColours.ts';
import { contrast, hexOf, lchOf, reach, type Lch } from './colour.ts';
import type { Manifest, PaletteSeeds } from './schema.ts';

/** Colour scheme. */
export type Mode = 'light' | 'dark';

/** The value of every colour token, as CSS writes it. */
export type Tokens = Record<ColourToken, string>;

/** The colours of a deployment in both modes. */
export type Palette = Record<Mode, Tokens>;

/** Input of a palette: the manifest's `palette` and `progress`. */
export type Seeds = PaletteSeeds & { progress: string };

/** The seeds that a manifest's palette is generated from. */
export function seedsOf(manifest: Pick<Manifest, 'palette' | 'progress'>): Seeds {
  return { ...manifest.palette, progress: manifest.progress };
}

/** Required contrast by WCAG 2.2: text (1.4.3); controls, focus, progress and charts (1.4.11). */
export const neededContrast = { text: 4.5, graphic: 3 } as const;

/** Two tokens that are adjacent on the screen, and the contrast that they need. */
export type ContrastPair = {
  foreground: ColourToken;
  background: ColourToken;
  needs: number;
  kind: 'text' | 'control' | 'focus' | 'progress' | 'chart' | 'ornament';
};

const grounds = ['ground', 'surface', 'surfaceRaised', 'surfaceSunken'] as const;
const states = ['hover', 'pressed', 'selected'] as const;
const everyGround = [...grounds, ...states] as const;

const pairs = (
  kind: ContrastPair['kind'],
  foregrounds: readonly ColourToken[],
  backgrounds: readonly ColourToken[],
): ContrastPair[] =>
  foregrounds.flatMap((foreground) =>
    backgrounds.map((background) => ({
      foreground,
      background,
      needs: kind === 'text' ? neededContrast.text : neededContrast.graphic,
      kind,
    })),
  );

/** Every pair of tokens that may be adjacent on the screen, with the contrast that WCAG 2.2 requires. */
export const contrastPairs: readonly ContrastPair[] = [
  ...pairs(
    'text',
    ['text', 'textMuted', 'accentText', 'dangerText', 'successText', 'warningText', 'infoText'],
    everyGround,
  ),
  ...pairs('text', ['onAccent'], ['accent', 'accentHover', 'accentPressed']),
  ...pairs('text', ['onDanger'], ['danger', 'dangerHover']),
  ...pairs('text', ['onAccentSoft', 'accentText', 'text'], ['accentSoft']),
  ...pairs('text', ['onDangerSoft'], ['dangerSoft']),
  ...pairs('text', ['onSuccessSoft'], ['successSoft']),
  ...pairs('text', ['onWarningSoft'], ['warningSoft']),
  ...pairs('text', ['onInfoSoft'], ['infoSoft']),
  ...pairs('text', ['onBrandPanel'], ['brandPanel']),
  ...pairs('control', ['accent', 'accentHover', 'accentPressed', 'danger', 'dangerHover', 'borderControl'], grounds),
  ...pairs('control', ['borderControl'], ['hover']),
  ...pairs('focus', ['focus'], everyGround),
  ...pairs('progress', ['progress'], ['ground', 'surface', 'surfaceRaised']),
  ...pairs('chart', seriesColours, ['ground', 'surface', 'surfaceRaised']),
  ...pairs('ornament', ['brandPanelAccent'], ['brandPanel']),
];

const white = '#ffffff';

/** Lightness and chroma of backgrounds, states, borders and text, by mode; the hue comes from the brand. */
const scale = {
  light: {
    ground: [0.984, 0.003],
    surface: [1, 0],
    surfaceRaised: [1, 0],
    surfaceSunken: [0.966, 0.005],
    hover: [0.956, 0.006],
    pressed: [0.932, 0.009],
    border: [0.908, 0.008],
    borderControl: [0.66, 0.018],
    text: [0.235, 0.022],
    textMuted: [0.495, 0.022],
    selected: [0.95, 0.032],
    soft: [0.945, 0.042],
    onSoft: [0.39, 0.11],
    signal: [0.5, 0.14],
  },
  dark: {
    ground: [0.178, 0.009],
    surface: [0.212, 0.011],
    surfaceRaised: [0.243, 0.013],
    surfaceSunken: [0.158, 0.008],
    hover: [0.252, 0.015],
    pressed: [0.286, 0.017],
    border: [0.3, 0.016],
    borderControl: [0.55, 0.02],
    text: [0.955, 0.006],
    textMuted: [0.735, 0.016],
    selected: [0.285, 0.05],
    soft: [0.3, 0.06],
    onSoft: [0.88, 0.08],
    signal: [0.78, 0.12],
  },
} as const satisfies Record<Mode, Record<string, readonly [lightness: number, chroma: number]>>;

const dangerFills = { light: '#c42b2b', dark: '#d3423f' } as const satisfies Record<Mode, string>;

const signalHues = { danger: 25, success: 152, warning: 72, info: 245 } as const;

/**
 * The colour at `[lightness, chroma]` of a hue. `share` scales the chroma, so that a grey brand gets grey backgrounds.
 */
const at = ([l, c]: readonly [number, number], hue: number, share = 1): Lch => ({ l, c: c * share, h: hue });

/** Text colour on a fill: white if it has enough contrast, else a near-black of the fill's hue. */
function textColourOn(fill: string): string {
  if (contrast(white, fill) >= neededContrast.text) return white;
  const { c, h } = lchOf(fill);
  return reach({ l: 0.19, c: Math.min(c, 0.03), h }, [fill], neededContrast.text, 'darker') ?? '#000000';
}

const readable = (fill: string, ink: string, around: readonly string[]) =>
  contrast(ink, fill) >= neededContrast.text &&
  around.every((ground) => contrast(fill, ground) >= neededContrast.graphic);

/** Hover and pressed shades of a fill: as different from it as the contrast of its text and edge allows. */
function fillStates(fill: string, around: readonly string[]): { hover: string; pressed: string; ink: string } {
  const ink = textColourOn(fill);
  const from = lchOf(fill);
  const shade = (distance: number) => {
    const preferred = ink === white ? -1 : 1;
    const shifts = [1, 0.75, 0.5, 0.25].flatMap((part) => [preferred * distance * part, -preferred * distance * part]);
    return (
      shifts.map((shift) => hexOf({ ...from, l: from.l + shift })).find((hex) => readable(hex, ink, around)) ?? fill
    );
  };
  return { hover: shade(0.05), pressed: shade(0.09), ink };
}

/**
 * The accent for dark mode: the seed, or the nearest lighter shade with enough contrast to the backgrounds and to its
 * text.
 */
function lightenedAccent(seed: Lch, around: readonly string[]): string {
  for (let l = seed.l; l <= 1; l += 0.005) {
    const hex = hexOf({ ...seed, l });
    if (readable(hex, textColourOn(hex), around)) return hex;
  }
  return white;
}

const orOriginal = (adjusted: string | null, colour: Lch) => adjusted ?? hexOf(colour);

/** The direction in which a colour gains contrast to the backgrounds. */
const away = { light: 'darker', dark: 'lighter' } as const satisfies Record<Mode, string>;

type Step = readonly [lightness: number, chroma: number];

/** Backgrounds, borders and text, and what has the hue of the accent, each with the share of a brand that may be grey. */
const neutralAt = (step: Step, tint: Lch): Lch => at(step, tint.h, Math.min(1, tint.c / 0.06));
const accentAt = (step: Step, accent: Lch): Lch => at(step, accent.h, Math.min(1, accent.c / 0.1));

/** A colour, or the nearest one that is readable on backgrounds. */
const words = (name: Mode, from: Lch, on: readonly string[]): string =>
  orOriginal(reach(from, on, neededContrast.text, away[name]), from);

/** The colours that follow from the seeds alone; others need contrast to them. */
function fixedTokens(name: Mode, tint: Lch, accent: Lch) {
  const steps = scale[name];
  const neutral = (step: Step) => hexOf(neutralAt(step, tint));
  return {
    ground: neutral(steps.ground),
    surface: neutral(steps.surface),
    surfaceRaised: neutral(steps.surfaceRaised),
    surfaceSunken: neutral(steps.surfaceSunken),
    hover: neutral(steps.hover),
    pressed: neutral(steps.pressed),
    selected: hexOf(accentAt(steps.selected, accent)),
    border: neutral(steps.border),
    text: neutral(steps.text),
  };
}

/** The colours of messages, readable on every background. */
function signalTokens(name: Mode, every: readonly string[]) {
  const steps = scale[name];
  const signal = (hue: number) => {
    const soft = hexOf(at(steps.soft, hue));
    return {
      text: words(name, at(steps.signal, hue), [...every, soft]),
      soft,
      onSoft: words(name, at(steps.onSoft, hue), [soft]),
    };
  };
  const danger = signal(signalHues.danger);
  const success = signal(signalHues.success);
  const warning = signal(signalHues.warning);
  const info = signal(signalHues.info);
  return {
    dangerText: danger.text,
    dangerSoft: danger.soft,
    onDangerSoft: danger.onSoft,
    successText: success.text,
    successSoft: success.soft,
    onSuccessSoft: success.onSoft,
    warningText: warning.text,
    warningSoft: warning.soft,
    onWarningSoft: warning.onSoft,
    infoText: info.text,
    infoSoft: info.soft,
    onInfoSoft: info.onSoft,
  };
}

/** The colours of the panel beside the sign-in form. `ink` is its text where white cannot be read. */
function panelTokens(seeds: Seeds, accent: Lch, ink: string) {
  const brandPanel = (seeds.panel ?? hexOf({ l: 0.3, c: Math.min(accent.c, 0.11), h: accent.h })).toLowerCase();
  const onBrandPanel = contrast(white, brandPanel) >= neededContrast.text ? white : ink;
  const highlight = lchOf(seeds.highlight);
  return {
    brandPanel,
    onBrandPanel,
    brandPanelAccent: orOriginal(reach(highlight, [brandPanel], neededContrast.graphic), highlight),
  };
}

/** The colours of one mode. Accent and progress are used as given; the contrast check reports them. */
function mode(name: Mode, seeds: Seeds): Tokens {
  const steps = scale[name];
  const accentSeed = lchOf(seeds.accent);
  const tint = lchOf(seeds.neutral ?? seeds.accent);
  const fixed = fixedTokens(name, tint, accentSeed);
  const plain = grounds.map((token) => fixed[token]);
  const every = everyGround.map((token) => fixed[token]);

  const accent = name === 'light' ? seeds.accent : (seeds.accentDark ?? lightenedAccent(accentSeed, plain));
  const fill = fillStates(accent, plain);
  const accentSoft = hexOf(accentAt(steps.soft, accentSeed));
  const ownAccentText = name === 'light' ? accentSeed : { ...lchOf(accent), l: Math.max(lchOf(accent).l, 0.72) };

  const dangerFill = fillStates(dangerFills[name], plain);
  const series = chartColours(
    name,
    [accentSeed, lchOf(seeds.highlight)],
    [fixed.ground, fixed.surface, fixed.surfaceRaised],
  );

  return {
    ...fixed,
    borderControl: orOriginal(
      reach(neutralAt(steps.borderControl, tint), [...plain, fixed.hover], neededContrast.graphic, away[name]),
      neutralAt(steps.borderControl, tint),
    ),
    textMuted: words(name, neutralAt(steps.textMuted, tint), every),
    accent: accent.toLowerCase(),
    accentHover: fill.hover,
    accentPressed: fill.pressed,
    onAccent: fill.ink,
    accentText: words(name, ownAccentText, [...every, accentSoft]),
    accentSoft,
    onAccentSoft: words(name, accentAt(steps.onSoft, accentSeed), [accentSoft]),
    focus: orOriginal(reach(lchOf(accent), every, neededContrast.graphic, away[name]), lchOf(accent)),
    progress: seeds.progress.toLowerCase(),
    danger: dangerFills[name],
    dangerHover: dangerFill.hover,
    onDanger: dangerFill.ink,
    ...signalTokens(name, every),
    ...panelTokens(seeds, accentSeed, fixed.text),
    scrim: name === 'light' ? 'rgb(15 18 28 / 0.42)' : 'rgb(0 0 0 / 0.62)',
    shadow: name === 'light' ? 'rgb(20 24 40 / 0.12)' : 'rgb(0 0 0 / 0.5)',
    ...(Object.fromEntries(seriesColours.map((token, index) => [token, series[index]])) as Record<
      (typeof seriesColours)[number],
      string
    >),
  };
}

/** Generates every colour of the interface, light and dark, from the few colours of a manifest. */
export function palette(seeds: Seeds): Palette {
  return { light: mode('light', seeds), dark: mode('dark', seeds) };
}

/** The width and the height of a checked logo as a CSS ratio, such as `182/48`. */
function ratioOf(logo: Buffer): string {
  const [, viewBox = ''] = /<svg\b[^>]*\sviewBox\s*=\s*["']([^"']*)["']/.exec(logo.toString()) ?? [];
  const [, , width, height] = viewBox
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return `${width}/${height}`;
}

/**
 * The CSS of a deployment's style sheet: every token as a custom property, for light and (on screens, by `data-palette` on
 * the root) for dark, so that the first painted frame has the right brand; and the ratio of the logo, so that nothing moves when it
 * arrives. Paper is always light.
 */
export function brandStyle(tokens: Palette, logos: Record<Mode, Buffer>): string {
  const colours = (name: Mode) =>
    colourTokens.map((token) => `${colourProperty(token)}:${tokens[name][token]}`).join(';');
  const block = (name: Mode) => `color-scheme:${name};${colours(name)};--logo-ratio:${ratioOf(logos[name])}`;
  return `:root{${block('light')}}@media screen{:root[data-palette="dark"]{${block('dark')}}}html{background:var(--c-ground);color:var(--c-text)}`;
}
