import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { takesPart } from '../../../contract/reservationRules.ts';
import type { Reservation } from '../../../contract/reservations.ts';
import { responseTone } from '#domain/coverage/responseTone.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { Badge } from '#ui/Badge.tsx';
import { Muted } from '#ui/Muted.ts';
import { space } from '#ui/theme.ts';

type Interpreter = Reservation['interpreters'][number];

/** How many of the interpreters that a reservation needs take part, and who has answered what: one line for each answer. */
export function Team({ reservation: { interpreters, interpreters_needed, status } }: { reservation: Reservation }) {
  const { t } = useTranslation('reservations');
  const { list, numbers } = useFormats();
  const number = interpreters.filter(takesPart).length;
  const stateOf = ({ response }: Interpreter) =>
    status === 'approved' && (response === 'asked' || response === 'not_asked') ? 'booked' : response;
  return (
    <Lines>
      {(number !== 1 || interpreters_needed !== 1) && (
        <Muted>{t('ofNeeded', { number: numbers.count(number), needed: numbers.count(interpreters_needed) })}</Muted>
      )}
      {[...Map.groupBy(interpreters, stateOf)].map(([state, people]) => {
        const tone = state === 'booked' ? 'warning' : responseTone(state);
        return (
          <Line key={state}>
            {list(people.map(({ name }) => name))}
            {tone && <Badge tone={tone}>{state === 'booked' ? t('booked') : t(`responses.${state}`)}</Badge>}
          </Line>
        );
      })}
    </Lines>
  );
}

const Lines = styled.span`
  display: inline-flex;
  flex-direction: column;
  gap: ${space(0.5)};
  padding-block: ${space(1)};
  white-space: normal;
`;

const Line = styled.span`
  display: inline-flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(0.5)} ${space(1.5)};
`;
