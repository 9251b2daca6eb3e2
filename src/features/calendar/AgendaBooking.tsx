import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { CalendarBooking } from '../../../contract/shifts.ts';
import { spanText } from '../../../contract/wallSpan.ts';
import { paths } from '#paths.ts';
import { MapLink, PhoneLink, WebLink } from '#ui/ContactLink.tsx';
import { isPlain } from '#ui/isPlain.ts';
import { Link } from '#ui/Link.tsx';
import { colour, control, font, media, radius, space } from '#ui/theme.ts';
import { BookingIcon } from './BookingIcon.tsx';
import { bookingAttributes, bookingState } from './bookingLook.ts';

type AgendaBookingProps = {
  booking: CalendarBooking;
  /** The interpreter of a booking outside of their shifts; null in a shift, which names them. */
  name: string | null;
  /** Whether it lies in the shift above it. */
  isInside: boolean;
  onOpen: (id: string) => void;
};

/** A booking in the agenda: when, what and how certain, with the ways to get there. */
export function AgendaBooking({ booking, name, isInside, onOpen }: AgendaBookingProps) {
  const { t } = useTranslation('calendar');
  const { address, link, customer_name, customer_phone, obstacle } = booking;
  return (
    <Root {...bookingAttributes(booking)} data-inside={isInside || undefined}>
      <Head>
        <Time dir="ltr">{spanText(booking)}</Time>
        <Link
          to={paths.reservations.record.href({ id: booking.id })}
          onClick={(event) => {
            if (!isPlain(event)) return;
            event.preventDefault();
            onOpen(booking.id);
          }}
        >
          {booking.name}
        </Link>
        <State>
          <BookingIcon booking={booking} />
          {[t(`bookingStates.${bookingState(booking)}`), ...(obstacle === null ? [] : [t('uncovered')])].join(', ')}
        </State>
      </Head>
      {name !== null && <span>{name}</span>}
      {address !== null && (
        <span>
          {address} · <MapLink address={address}>{t('map')}</MapLink>
        </span>
      )}
      {(customer_name !== null || customer_phone !== null) && (
        <span>
          {customer_name}
          {customer_name !== null && customer_phone !== null && ' · '}
          {customer_phone !== null && <PhoneLink number={customer_phone} />}
        </span>
      )}
      {link !== null && (
        <span>
          {t('join')}: <WebLink to={link} />
        </span>
      )}
    </Root>
  );
}

const Root = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(1)};
  margin-block-start: ${space(1)};
  padding: ${space(2)} ${space(3)};
  border: 1px solid ${colour.borderControl};
  border-radius: ${radius.medium};
  overflow-wrap: anywhere;

  &[data-inside] {
    margin-inline-start: ${space(4)};
  }

  &[data-firm] {
    border-inline-start: 5px solid ${colour.accent};
  }

  &[data-uncovered] {
    border: 2px solid ${colour.danger};
  }

  ${media.touch} {
    & a {
      display: inline-flex;
      align-items: center;
      min-inline-size: ${control.touch};
      min-block-size: ${control.touch};
    }
  }
`;

const Head = styled.span`
  display: flex;
  flex-wrap: wrap;
  gap: 0 ${space(3)};
`;

const Time = styled.bdi`
  font-weight: ${font.weight.semibold};
  font-variant-numeric: tabular-nums;
`;

const State = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space(1)};
  color: ${colour.textMuted};

  [data-uncovered] > * > & {
    color: ${colour.dangerText};
  }
`;
