import { useSetAtom } from 'jotai';
import { useNavigate } from '#lib/router.ts';
import { useSettings } from '#settings/useSettings.ts';
import { useShortcut, useShortcutKeys } from '#ui/shortcuts.ts';
import { overlayAtom } from './overlay.ts';
import { useEntries } from '#crud/openFeatures.ts';

/** The shortcuts of every page: palette, help, and going to a page. */
export function ShellKeys() {
  const { settings } = useSettings();
  const open = useSetAtom(overlayAtom);
  const entries = useEntries();
  useShortcutKeys(settings.shortcuts !== false);
  useShortcut('mod+k', () => open('palette'));
  useShortcut('?', () => open('help'));
  return entries.map(({ key, to }) => key && <GoTo key={key} keys={`g ${key}`} to={to} />);
}

function GoTo({ keys, to }: { keys: string; to: string }) {
  const navigate = useNavigate();
  useShortcut(keys, () => void navigate(to));
  return null;
}
