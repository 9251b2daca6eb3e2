import { useTranslation } from 'react-i18next';
import type { ImportState as State } from '../../../contract/importKinds.ts';
import { Badge } from '#ui/Badge.tsx';

const tones = {
  uploaded: 'neutral',
  checking: 'warning',
  checked: 'neutral',
  writing: 'warning',
  written: 'success',
  undoing: 'warning',
  undone: 'neutral',
} as const satisfies Record<State, string>;

/** The state of an import. */
export function ImportState({ state }: { state: State }) {
  const { t } = useTranslation('imports');
  return <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>;
}
