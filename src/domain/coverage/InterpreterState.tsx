import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { InterpreterResponse, Reservation } from '../../../contract/reservations.ts';
import { DateTime } from '#domain/DateTime.tsx';
import { Badge } from '#ui/Badge.tsx';
import { space } from '#ui/theme.ts';
import type { Tone } from '#ui/tones.ts';

const tones: Record<InterpreterResponse, Tone | 'neutral'> = {
  pending: 'neutral',
  accepted: 'success',
  declined: 'danger',
};

/** The response of a reservation's interpreter, and the obstacle to taking it while that matters. */
export function InterpreterState({
  interpreter: { obstacle, response, responded },
  reservation: { status, is_past },
}: {
  interpreter: Reservation['interpreters'][number];
  reservation: Pick<Reservation, 'status' | 'is_past'>;
}) {
  const { t } = useTranslation('reservations');
  const isAhead = !is_past && (status === 'pending' || status === 'approved');
  return (
    <Badges>
      <Badge tone={tones[response]}>
        <span>
          {t(`responses.${response}`)}
          {responded && (
            <>
              {', '}
              <DateTime at={responded} />
            </>
          )}
        </span>
      </Badge>
      {isAhead && (
        <Badge tone={obstacle === null ? 'success' : 'warning'}>
          {obstacle === null ? t('inShift') : t(`obstacles.${obstacle}`)}
        </Badge>
      )}
    </Badges>
  );
}

const Badges = styled.span`
  display: inline-flex;
  flex-wrap: wrap;
  gap: ${space(1)};
`;
