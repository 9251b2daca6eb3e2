import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Reservation } from '../../../contract/reservations.ts';
import { spanText } from '../../../contract/wallSpan.ts';
import { useMinute } from '#domain/useMinute.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { addDays } from '#lib/dates.ts';
import { paths } from '#paths.ts';
import { useFlag } from '#tenant/TenantProvider.tsx';
import { Badge } from '#ui/Badge.tsx';
import { Link } from '#ui/Link.tsx';
import { colour, font, media, space } from '#ui/theme.ts';

/** One reservation of a list: its day and time, its name, and below it what `children` say of it. */
export function ReservationItem({ reservation, children }: { reservation: Reservation; children: ReactNode }) {
  const { t } = useTranslation('overview');
  const hasEmergencies = useFlag('emergencySchedules');
  const { dates } = useFormats();
  const today = dates.dayOf(useMinute());
  const { id, name, date, start, emergency } = reservation;
  let day = `${dates.weekday(date, 'short')} ${dates.day(date)}`;
  if (date === today) day = t('today');
  if (date === addDays(today, 1)) day = t('tomorrow');
  return (
    <Item>
      <When dateTime={start}>
        <span>{day}</span>
        <bdi dir="ltr">{spanText(reservation)}</bdi>
      </When>
      <What>
        <Name to={paths.reservations.record.href({ id })}>{name}</Name>
        <Below>
          {hasEmergencies && emergency && <Badge tone="danger">{t('emergency')}</Badge>}
          {children}
        </Below>
      </What>
    </Item>
  );
}

/** A list of reservations. */
export const ReservationItems = styled.ul`
  margin-block: ${space(-2)};
`;

/** On a narrow phone the day is above the name instead of beside it. */
const Item = styled.li`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(0.5)} ${space(3)};
  padding-block: ${space(2)};

  & + & {
    border-block-start: 1px solid ${colour.border};
  }

  @media print {
    padding-block: ${space(1)};
  }
`;

const When = styled.time`
  flex: 0 0 148px;
  display: flex;
  flex-direction: column;
  font-variant-numeric: tabular-nums;

  & > bdi {
    color: ${colour.textMuted};
    font-size: ${font.size.compact};
  }
`;

const What = styled.div`
  flex: 1 1 9.5rem;
  display: flex;
  flex-direction: column;
  gap: ${space(0.5)};
  min-inline-size: 0;
`;

const Below = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(0.5)} ${space(2)};
  font-size: ${font.size.compact};

  &:empty {
    display: none;
  }

  /* On a phone, a long state such as a deadline wraps instead of leaving the card. */
  & > span {
    white-space: normal;
  }
`;

const Name = styled(Link)`
  font-weight: ${font.weight.medium};
  overflow-wrap: anywhere;

  ${media.touch} {
    display: flex;
    align-items: center;
    min-block-size: 44px;
  }
`;
