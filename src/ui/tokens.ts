/** The colours of a chart's series, in their order; distinguishable without relying on hue alone. */
export const seriesColours = ['chart1', 'chart2', 'chart3', 'chart4', 'chart5', 'chart6', 'chart7', 'chart8'] as const;

/**
 * The names of all colours of the interface. Their values are generated per deployment from the palette seeds
 * (`tenants/palette.ts`), as CSS custom properties in its index.html, for light and for dark.
 */
export const colourTokens = [
  // Backgrounds, from the page up to floating panels.
  'ground',
  'surface',
  'surfaceRaised',
  'surfaceSunken',
  'hover',
  'pressed',
  'selected',
  // Lines: `border` separates, `borderControl` is the edge of a control (contrast 3:1).
  'border',
  'borderControl',
  // Text.
  'text',
  'textMuted',
  // The accent: background, its states, text on it; accent as text; soft background and text on it.
  'accent',
  'accentHover',
  'accentPressed',
  'onAccent',
  'accentText',
  'accentSoft',
  'onAccentSoft',
  'focus',
  'progress',
  // Signals: each as text, and as a soft background with its text.
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
  // The panel of the sign-in pages, the only surface in the brand's colour.
  'brandPanel',
  'onBrandPanel',
  'brandPanelAccent',
  // The backdrop of dialogs, and shadows.
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
