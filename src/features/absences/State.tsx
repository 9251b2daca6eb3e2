import { useTranslation } from 'react-i18next';
import type { AbsenceState } from '../../../contract/absenceNames.ts';
import type { Absence } from '../../../contract/absences.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { Badge } from '#ui/Badge.tsx';
import { Row } from '#ui/Row.ts';
import type { Tone } from '#ui/tones.ts';

const tones: Record<AbsenceState, Tone | 'neutral'> = {
  reported: 'warning',
  requested: 'warning',
  approved: 'success',
  refused: 'danger',
  taken_back: 'neutral',
};

/** The state of an absence, and how many bookings in its time wait for a decision. */
export function State({ absence: { state, undecided } }: { absence: Absence }) {
  const { t } = useTranslation('absences');
  const { numbers } = useFormats();
  return (
    <Row>
      <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
      {undecided !== null && undecided > 0 && (
        <Badge tone="danger">{t('undecided', { number: numbers.count(undecided) })}</Badge>
      )}
    </Row>
  );
}
