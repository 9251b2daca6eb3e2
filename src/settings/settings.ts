import { readStoredObject, storage } from '#lib/storage.ts';

/** Appearance settings as kept under `app.settings` (specification §2). */
export type Settings = {
  direction: 'ltr' | 'rtl';
  paletteMode: 'light' | 'dark';
  pinNav: boolean;
  /** False where keys without Ctrl or ⌘ do nothing (WCAG 2.1.4); left out while they do, as the three of the specification are all there is by default. */
  shortcuts?: false;
};

export const settingsKey = 'app.settings';

export const defaultSettings: Settings = { direction: 'ltr', paletteMode: 'light', pinNav: true };

/** The stored settings; what is missing, corrupt or unknown reads as its default (Q9). */
export function readSettings(): Settings {
  const stored = readStoredObject(settingsKey);
  return {
    direction: stored?.direction === 'rtl' ? 'rtl' : 'ltr',
    paletteMode: stored?.paletteMode === 'dark' ? 'dark' : 'light',
    pinNav: typeof stored?.pinNav === 'boolean' ? stored.pinNav : defaultSettings.pinNav,
    ...(stored?.shortcuts === false ? { shortcuts: false } : {}),
  };
}

export function writeSettings(settings: Settings): void {
  storage.set(settingsKey, JSON.stringify(settings));
}

/** Forgets the stored copy, so that the defaults hold (R129). */
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
 * Writes palette and direction onto `<html>`, where the brand's style reads them, and gives the browser's own frame the
 * colour of the ground. Runs before the first paint and at every change.
 */
export function applySettings({ paletteMode, direction }: Settings): void {
  const root = document.documentElement;
  root.dataset.palette = paletteMode;
  root.dir = direction;
  const ground = getComputedStyle(root).getPropertyValue('--c-ground').trim();
  if (!ground) return;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    // The setting decides, not the system's colour scheme.
    meta.removeAttribute('media');
    meta.content = ground;
  }
}
