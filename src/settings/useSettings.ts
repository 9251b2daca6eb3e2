import { atom, getDefaultStore, useAtomValue } from 'jotai';
import type { Direction } from '../../contract/languages.ts';
import { onStorageChange, storage } from '#lib/storage.ts';
import { applySettings, directionOf, readSettings, type Settings, settingsKey, writeSettings } from './settings.ts';

/** The stored settings. */
export const settingsAtom = atom(readSettings());
/** The direction of the current language. */
export const languageDirectionAtom = atom<Direction>('ltr');
const directionAtom = atom((get) => directionOf(get(settingsAtom), get(languageDirectionAtom)));
const store = getDefaultStore();
const apply = () => applySettings(store.get(settingsAtom), store.get(directionAtom));
store.sub(settingsAtom, apply);

/** Shows the page in the direction of its language, unless another one was chosen. */
export function showLanguageDirection(direction: Direction): void {
  store.set(languageDirectionAtom, direction);
  apply();
}

const read = () => store.set(settingsAtom, readSettings());

/** Loads the stored settings, and follows changes in other tabs. Returns how to stop. */
export function followSettings(): () => void {
  read();
  return onStorageChange(settingsKey, read);
}

/** Merges `changes` into the settings and stores them (R130). */
export function updateSettings(changes: Partial<Settings>): void {
  const settings = { ...readSettings(), ...changes };
  writeSettings(settings);
  store.set(settingsAtom, settings);
}

/** Restores the defaults and removes the stored settings (R129). */
export function resetSettings(): void {
  storage.remove(settingsKey);
  read();
}

/** The appearance settings, the direction of the page, and how to change settings (R127). */
export function useSettings() {
  return { settings: useAtomValue(settingsAtom), direction: useAtomValue(directionAtom), update: updateSettings };
}
