import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { CalendarPage, OpenBooking } from '../../../contract/shifts.ts';
import { spanText } from '../../../contract/wallSpan.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { Link } from '#lib/router.ts';
import { useOffersPlans } from '#domain/useOffersPlans.ts';
import { paths, planHref } from '#paths.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { isPlain } from '#ui/isPlain.ts';
import { Link as TextLink } from '#ui/Link.tsx';
import { colour, font, media, space } from '#ui/theme.ts';
import { bookingStyle } from './bookingLook.ts';
import { nameWidth } from './measures.ts';

/** The booking of an element in the row; null for others. */
export function openBookingOf(element: EventTarget, bookings: readonly OpenBooking[]): OpenBooking | null {
  const link = element instanceof Element ? element.closest<HTMLElement>('[data-open]') : null;
  return bookings.find(({ id }) => id === link?.dataset.open) ?? null;
}

/** The bookings that are short of people, the soonest first, in a line that scrolls. The list of reservations has them all. */
export function Unassigned({
  unassigned: { count, results },
  days,
  onOpen,
}: {
  unassigned: NonNullable<CalendarPage['unassigned']>;
  days: readonly string[];
  onOpen: (id: string) => void;
}) {
  const { t } = useTranslation('calendar');
  const { dates, numbers } = useFormats();
  const hasPlans = useOffersPlans();
  const [first = '', last = ''] = [days[0], days.at(-1)];
  if (count === 0) return null;
  return (
    <Row aria-labelledby="unassigned">
      <Name id="unassigned">{`${t('unassigned')}: ${numbers.count(count)}`}</Name>
      <List>
        {results.map((booking) => {
          const { id, name, date, interpreters_needed, missing } = booking;
          const day = `${dates.weekday(date)} ${Number(date.slice(8))}`;
          const team = t('ofNeeded', {
            number: numbers.count(interpreters_needed - missing),
            needed: numbers.count(interpreters_needed),
          });
          return (
            <li key={id}>
              <Booking
                to={paths.reservations.record.href({ id })}
                onClick={(event) => {
                  if (!isPlain(event)) return;
                  event.preventDefault();
                  onOpen(id);
                }}
                draggable={false}
                data-open={id}
                title={[name, dates.fullDay(date), spanText(booking)].join(', ')}
              >
                <b>{`${day}, ${spanText(booking)}`}</b>
                <span>{name}</span>
                {interpreters_needed > 1 && <Team>{team}</Team>}
              </Booking>
            </li>
          );
        })}
        {count > results.length && (
          <li>
            <TextLink to={`${paths.reservations.list.href()}?short=true`}>
              {t('allUnassigned', { number: numbers.count(count) })}
            </TextLink>
          </li>
        )}
      </List>
      {hasPlans && (
        <Act>
          <ButtonLink to={planHref(first, last)} size="small">
            {t('propose')}
          </ButtonLink>
        </Act>
      )}
    </Row>
  );
}

const Row = styled.section`
  display: flex;
  align-items: center;
  border-block-start: 1px solid ${colour.border};

  ${media.phone} {
    flex-direction: column;
    align-items: stretch;
  }

  @media print {
    display: none;
  }
`;

const Name = styled.h2`
  flex: 0 0 ${nameWidth}px;
  padding: ${space(1)} ${space(3)};
  font-size: ${font.size.compact};
  font-weight: ${font.weight.semibold};

  ${media.phone} {
    flex-basis: auto;
    padding-block-end: 0;
  }
`;

const List = styled.ul`
  display: flex;
  align-items: center;
  flex: 1;
  gap: ${space(2)};
  min-inline-size: 0;
  padding: ${space(2)} ${space(3)};
  overflow-x: auto;
  white-space: nowrap;
`;

const Act = styled.div`
  flex-shrink: 0;
  padding: ${space(1)} ${space(3)};
`;

const Booking = styled(Link)`
  ${bookingStyle}

  min-block-size: 28px;
  user-select: none;
  max-inline-size: 320px;

  ${media.touch} {
    min-block-size: 44px;
  }

  &:hover {
    border-color: ${colour.text};
  }
`;

const Team = styled.small`
  flex-shrink: 0;
  padding-inline: ${space(1)};
  border-inline-start: 1px solid ${colour.borderControl};
  font-size: inherit;
`;
