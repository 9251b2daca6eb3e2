import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { onStorageChange } from '#lib/storage.ts';
import {
  applySettings,
  defaultSettings,
  isCustom,
  readSettings,
  removeSettings,
  type Settings,
  settingsKey,
  writeSettings,
} from './settings.ts';

const settingsAtom = atom(readSettings());
const store = getDefaultStore();
store.sub(settingsAtom, () => applySettings(store.get(settingsAtom)));

/** Loads the stored settings, and follows changes in other tabs. Returns how to stop. */
export function followSettings(): () => void {
  const read = () => store.set(settingsAtom, readSettings());
  read();
  return onStorageChange(settingsKey, read);
}

/** Merges `changes` into the settings and stores them (R130). */
function updateSettings(changes: Partial<Settings>): void {
  const settings = { ...store.get(settingsAtom), ...changes };
  writeSettings(settings);
  store.set(settingsAtom, settings);
}

/** Restores the defaults and removes the stored settings (R129). */
function resetSettings(): void {
  removeSettings();
  store.set(settingsAtom, defaultSettings);
}

/** The appearance settings, whether they differ from the defaults, and how to change them (specification §2). */
export function useSettings() {
  const settings = useAtomValue(settingsAtom);
  return { settings, custom: isCustom(settings), update: updateSettings, reset: resetSettings };
}
