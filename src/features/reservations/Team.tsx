import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { takesPart } from '../../../contract/reservationRules.ts';
import type { Reservation } from '../../../contract/reservations.ts';
import { responseTone } from '#domain/coverage/responseTone.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { Badge } from '#ui/Badge.tsx';
import { Muted } from '#ui/Muted.ts';
import { space } from '#ui/theme.ts';

/** How many of the interpreters that a reservation needs take part, and who has answered what. */
export function Team({ reservation: { interpreters, interpreters_needed, status } }: { reservation: Reservation }) {
  const { t } = useTranslation('reservations');
  const { numbers } = useFormats();
  const number = interpreters.filter(takesPart).length;
  return (
    <Lines>
      {(number !== 1 || interpreters_needed !== 1) && (
        <Muted>{t('ofNeeded', { number: numbers.count(number), needed: numbers.count(interpreters_needed) })}</Muted>
      )}
      {interpreters.map(({ id, name, response }) => {
        const isUnconfirmed = status === 'approved' && (response === 'asked' || response === 'not_asked');
        const tone = isUnconfirmed ? 'warning' : responseTone(response);
        return (
          <Line key={id}>
            {name}
            {tone && <Badge tone={tone}>{isUnconfirmed ? t('booked') : t(`responses.${response}`)}</Badge>}
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
