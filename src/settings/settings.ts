import { readStoredObject, storage } from '#lib/storage.ts';

/** The appearance settings stored under `app.settings` (specification §2). */
export type Settings = {
  direction: 'ltr' | 'rtl';
  paletteMode: 'light' | 'dark';
  pinNav: boolean;
  /**
   * False if letter keys are switched off (WCAG 2.1.4); absent otherwise, because the specification lists only three settings.
   */
  shortcuts?: false;
  /** How people left lists, as the query of an address by `<person>/<screen>`; absent until somebody changes a list. */
  lists?: Record<string, string>;
};

export const settingsKey = 'app.settings';

export const defaultSettings: Settings = { direction: 'ltr', paletteMode: 'light', pinNav: true };

/** The stored settings; missing and invalid ones have their defaults (Q9). */
export function readSettings(): Settings {
  const stored = readStoredObject(settingsKey);
  return {
    direction: stored?.direction === 'rtl' ? 'rtl' : 'ltr',
    paletteMode: stored?.paletteMode === 'dark' ? 'dark' : 'light',
    pinNav: typeof stored?.pinNav === 'boolean' ? stored.pinNav : defaultSettings.pinNav,
    ...(stored?.shortcuts === false ? { shortcuts: false } : {}),
    ...(stored?.lists ? { lists: stored.lists as Record<string, string> } : {}),
  };
}

export function writeSettings(settings: Settings): void {
  storage.set(settingsKey, JSON.stringify(settings));
}

/** Removes the stored settings, which restores the defaults (R129). */
export function removeSettings(): void {
  storage.remove(settingsKey);
}

/** Settings are custom when they differ from the defaults (R131). */
export function isCustom(settings: Settings): boolean {
  return (
    settings.direction !== defaultSettings.direction ||
    settings.paletteMode !== defaultSettings.paletteMode ||
    settings.pinNav !== defaultSettings.pinNav ||
    settings.shortcuts === false
  );
}

/**
 * Sets palette and direction on `<html>`, where the CSS reads them, and the `theme-color` of the browser. Runs before the first
 * paint and after every change.
 */
export function applySettings({ paletteMode, direction }: Settings): void {
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
