import { Info } from 'lucide-react';
import { DialogTrigger } from 'react-aria-components/Dialog';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useOffersAbsences } from '#domain/useOffersAbsences.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { ToolButton } from '#ui/list/ToolButton.tsx';
import { SmallPanel } from '#ui/SmallPanel.tsx';
import { font, space } from '#ui/theme.ts';
import { absentGround, chipAttributes, chipStyle, travelEnds } from './chipStyle.ts';
import { BookingIcon } from './BookingIcon.tsx';
import { bookingAttributes, type BookingLook, bookingState, bookingStyle } from './bookingLook.ts';
import { ShiftIcons, type ShiftLook } from './ShiftIcons.tsx';

const plain: ShiftLook = {
  emergency: false,
  state: 'enabled',
  source: 'platform',
  request_type: 'online',
  travel_time: 0,
  allowReservations: false,
};

const bookings: BookingLook[] = [
  { status: 'approved', response: 'accepted', obstacle: null },
  { status: 'approved', response: 'asked', obstacle: null },
  { status: 'pending', response: 'accepted', obstacle: null },
  { status: 'approved', response: 'accepted', obstacle: 'no_shift' },
];

/** Opens the legend of the calendar. */
export function LegendButton() {
  const { t } = useTranslation('calendar');
  return (
    <DialogTrigger>
      <ToolButton icon={<Info aria-hidden />} label={t('legend')}>
        {t('legend')}
      </ToolButton>
      <SmallPanel label={t('legend')} placement="bottom end">
        <Entries />
      </SmallPanel>
    </DialogTrigger>
  );
}

/** The legend on paper. */
export function PrintedLegend() {
  const { t } = useTranslation('calendar');
  return (
    <OnPaper aria-label={t('legend')}>
      <Entries />
    </OnPaper>
  );
}

/** What border, icon and hatching of a shift mean, the forms of bookings, and the grounds of absences, as far as the deployment has them. */
function Entries() {
  const { t } = useTranslation('calendar');
  const { flags } = useTenant();
  const offersAbsences = useOffersAbsences();
  const looks: { look: Partial<ShiftLook>; words: string; isOffered?: boolean }[] = [
    { look: {}, words: t('states.enabled') },
    { look: { state: 'completed' }, words: t('states.completed') },
    { look: { state: 'disabled' }, words: t('states.disabled') },
    ...(flags.emergencySchedules ? [{ look: { emergency: true }, words: t('emergency') }] : []),
    { look: { request_type: 'live' }, words: t('channels.live'), isOffered: flags.live },
    { look: { travel_time: 30 }, words: t('travel'), isOffered: flags.live },
    { look: { allowReservations: true }, words: t('reservable'), isOffered: flags.reservations },
    { look: { source: 'external' }, words: t('external') },
  ];
  return (
    <List>
      {looks.map(({ look, words, isOffered = true }) => {
        if (!isOffered) return null;
        const shift = { ...plain, ...look };
        return (
          <li key={words}>
            <Sample aria-hidden {...chipAttributes(shift)}>
              <ShiftIcons shift={shift} />
              <span>09:00</span>
            </Sample>
            {words}
          </li>
        );
      })}
      {flags.reservations &&
        bookings.map((booking) => {
          const state = booking.obstacle === null ? t(`bookingStates.${bookingState(booking)}`) : t('uncovered');
          return (
            <li key={state}>
              <BookingSample aria-hidden {...bookingAttributes(booking)}>
                <BookingIcon booking={booking} />
                <span>10:00</span>
              </BookingSample>
              {t('booking', { state })}
            </li>
          );
        })}
      {offersAbsences &&
        (['inForce', 'requested'] as const).map((state) => (
          <li key={state}>
            <AbsentSample aria-hidden data-requested={state === 'requested' || undefined} />
            {t(`absence.${state}`)}
          </li>
        ))}
    </List>
  );
}

const List = styled.ul`
  display: grid;
  gap: ${space(2)};
  font-size: ${font.size.compact};

  & > li {
    display: grid;
    grid-template-columns: 84px minmax(0, 1fr);
    gap: ${space(3)};
    align-items: center;
  }

  /* One line of the sheet. */
  @media print {
    display: flex;
    flex-wrap: wrap;
    gap: 0 ${space(4)};
    font-size: 8pt;

    & > li {
      display: flex;
      gap: ${space(1)};
    }
  }
`;

const Sample = styled.span`
  ${chipStyle}
  min-block-size: 26px;
  cursor: default;

  @media print {
    min-block-size: 0;
  }

  &[data-travel] {
    ${travelEnds}
  }
`;

const BookingSample = styled.span`
  ${bookingStyle}
  min-block-size: 22px;

  @media print {
    min-block-size: 0;
  }
`;

const AbsentSample = styled.span`
  ${absentGround}
  min-block-size: 22px;

  @media print {
    min-inline-size: 24px;
    min-block-size: 0;
    align-self: stretch;
  }
`;

const OnPaper = styled.section`
  display: none;
  padding-block: ${space(3)};

  @media print {
    display: block;
    print-color-adjust: exact;
  }
`;
