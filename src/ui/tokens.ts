/** The colours of the series of a chart, in their order; told apart without relying on hue alone. */
export const seriesColours = ['chart1', 'chart2', 'chart3', 'chart4', 'chart5', 'chart6', 'chart7', 'chart8'] as const;

/**
 * The names of every colour the interface may use. The values are generated per deployment from the palette seeds
 * (`tenants/palette.ts`) and stand as CSS custom properties in its index.html, for light and for dark.
 */
export const colourTokens = [
  // Grounds, from the page up to what floats above it.
  'ground',
  'surface',
  'surfaceRaised',
  'surfaceSunken',
  'hover',
  'pressed',
  'selected',
  // Lines: `border` separates, `borderControl` is the edge of something one can operate (3:1).
  'border',
  'borderControl',
  // Words.
  'text',
  'textMuted',
  // The brand's accent: fill, its states, what stands on it; as text on a ground; as a soft ground.
  'accent',
  'accentHover',
  'accentPressed',
  'onAccent',
  'accentText',
  'accentSoft',
  'onAccentSoft',
  'focus',
  'progress',
  // Signals. Each is text on a ground, and a soft ground with its text.
  'danger',
  'dangerHover',
  'onDanger',
  'dangerText',
  'dangerSoft',
  'onDangerSoft',
  'successText',
  'successSoft',
  'onSuccessSoft',
  'warningText',
  'warningSoft',
  'onWarningSoft',
  'infoText',
  'infoSoft',
  'onInfoSoft',
  // The one place where the brand may fill a surface: the panel of the sign-in screens.
  'brandPanel',
  'onBrandPanel',
  'brandPanelAccent',
  // Behind dialogs, and under what floats.
  'scrim',
  'shadow',
  ...seriesColours,
] as const;

/** The name of a colour. */
export type ColourToken = (typeof colourTokens)[number];

/** The CSS custom property of a colour: `accentText` is `--c-accent-text`. */
export function colourProperty(token: ColourToken): string {
  return `--c-${token.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/(\d)$/, '-$1')}`;
}

/** Each colour as a CSS value: `${colour.accent}` in a styled component is `var(--c-accent)`. */
export const colour = Object.fromEntries(
  colourTokens.map((token) => [token, `var(${colourProperty(token)})`]),
) as Record<ColourToken, string>;
