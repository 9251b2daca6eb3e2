import { useTranslation } from 'react-i18next';
import type { RecordingState as State } from '../../../contract/interpretations.ts';
import { Badge } from '#ui/Badge.tsx';
import type { Tone } from '#ui/tones.ts';

const tones: Record<State, Tone | 'neutral'> = {
  in_progress: 'info',
  pending: 'warning',
  processing: 'info',
  ready: 'success',
};

/** The state of a recording as a badge. */
export function RecordingState({ state }: { state: State }) {
  const { t } = useTranslation('interpretations');
  return <Badge tone={tones[state]}>{t(`recordings.${state}`)}</Badge>;
}
