import type { Direction } from '../../contract/languages.ts';
import { readStoredObject, storage } from '#lib/storage.ts';

/** The appearance settings stored under `app.settings` (R127). */
export type Settings = {
  direction: Direction;
  paletteMode: 'light' | 'dark';
  pinNav: boolean;
  /**
   * False if letter keys are switched off (WCAG 2.1.4); absent otherwise, because R128 lists only three settings.
   */
  shortcuts?: false;
  /** True if left to right was chosen in a language that is read from right to left; absent otherwise, for the same reason. */
  leftToRight?: true;
  /** True if the device vibrates when somebody begins to wait; absent otherwise, for the same reason. */
  vibration?: true;
  /** How people left lists, as the query of an address by `<person>/<screen>`; absent until somebody changes a list. */
  lists?: Record<string, string>;
  /** The token of a browser that has signed in before; absent until then. */
  device?: string;
};

export const settingsKey = 'app.settings';

type Stored = ReturnType<typeof readStoredObject>;

/** The settings that the page shows before the app starts. */
export type Appearance = Pick<Settings, 'direction' | 'paletteMode' | 'pinNav' | 'leftToRight'>;

/** The stored appearance. */
export function readAppearance(stored: Stored = readStoredObject(settingsKey)): Appearance {
  return {
    direction: stored?.direction === 'rtl' ? 'rtl' : 'ltr',
    paletteMode: stored?.paletteMode === 'dark' ? 'dark' : 'light',
    pinNav: stored?.pinNav !== false,
    leftToRight: stored?.leftToRight === true || undefined,
  };
}

/** The stored settings; missing and invalid ones have their defaults (Q9). */
export function readSettings(): Settings {
  const stored = readStoredObject(settingsKey);
  return {
    ...readAppearance(stored),
    shortcuts: stored?.shortcuts === false ? false : undefined,
    vibration: stored?.vibration === true || undefined,
    lists: stored?.lists ? (stored.lists as Record<string, string>) : undefined,
    device: typeof stored?.device === 'string' ? stored.device : undefined,
  };
}

/** Stores settings in this browser. */
export function writeSettings(settings: Settings): void {
  storage.set(settingsKey, JSON.stringify(settings));
}

/** The direction of the page: the chosen one, otherwise that of the language. */
export function directionOf({ direction, leftToRight }: Appearance, ofLanguage: Direction): Direction {
  return leftToRight || direction === 'rtl' ? direction : ofLanguage;
}

/**
 * Sets palette and direction on `<html>`, where the CSS reads them, and the `theme-color` of the browser. Runs before the first
 * paint and after every change.
 */
export function applySettings({ paletteMode }: Appearance, direction: Direction): void {
  const root = document.documentElement;
  root.dataset.palette = paletteMode;
  root.dir = direction;
  const background = getComputedStyle(root).getPropertyValue('--c-ground').trim();
  if (!background) return;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    // The setting overrides the system's colour scheme.
    meta.removeAttribute('media');
    meta.content = background;
  }
}
