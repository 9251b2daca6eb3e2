import { useTranslation } from 'react-i18next';
import { takesPart } from '../../../contract/reservationRules.ts';
import type { Reservation } from '../../../contract/reservations.ts';
import { DateTime } from '#domain/DateTime.tsx';
import { Badge, Badges } from '#ui/Badge.tsx';
import { responseTone } from './responseTone.ts';

/** The answer of a reservation's interpreter; without one, the person who has booked them. Of a future reservation also the obstacle. */
export function InterpreterState({
  interpreter,
  reservation: { status, is_past },
}: {
  interpreter: Reservation['interpreters'][number];
  reservation: Pick<Reservation, 'status' | 'is_past'>;
}) {
  const { t } = useTranslation('reservations');
  const { obstacle, response, responded, booked_by_name: booker } = interpreter;
  const isAhead = !is_past && (status === 'pending' || status === 'approved');
  const tone = responseTone(response);
  const isUnconfirmed = status === 'approved' && (response === 'asked' || response === 'not_asked');
  const booked = booker ? t('bookedBy', { name: booker }) : t('booked');
  return (
    <Badges>
      {tone && (
        <Badge tone={isUnconfirmed ? 'warning' : tone}>
          <span>
            {isUnconfirmed ? booked : t(`responses.${response}`)}
            {responded && (
              <>
                {', '}
                <DateTime at={responded} />
              </>
            )}
          </span>
        </Badge>
      )}
      {isAhead && takesPart(interpreter) && (
        <Badge tone={obstacle === null ? 'success' : 'warning'}>
          {obstacle === null ? t('inShift') : t(`obstacles.${obstacle}`)}
        </Badge>
      )}
    </Badges>
  );
}
