import { useAtomValue } from 'jotai';
import type { Direction } from '../../contract/languages.ts';
import { languageDirectionAtom, resetSettings, useSettings } from './useSettings.ts';

/**
 * The appearance settings as in `useSettings`, whether they differ from the defaults (R131), and how to choose the direction and to
 * restore the defaults. The default direction is that of the language.
 */
export function useSettingsPanel() {
  const { settings, direction, update } = useSettings();
  const ofLanguage = useAtomValue(languageDirectionAtom);
  const chooseDirection = (chosen: Direction) =>
    update({ direction: chosen, leftToRight: (chosen === 'ltr' && ofLanguage === 'rtl') || undefined });
  const { paletteMode, pinNav, shortcuts, vibration = false } = settings;
  const custom = direction !== ofLanguage || paletteMode !== 'light' || !pinNav || shortcuts === false || vibration;
  return { settings, direction, custom, update, chooseDirection, reset: resetSettings };
}
