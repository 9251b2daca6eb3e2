import { useTranslation } from 'react-i18next';
import { useQuery } from '#api/query.ts';
import { reservations } from '#api/reservations.ts';
import { Appointment } from '#domain/booking/Appointment.tsx';
import { Interpreters } from '#domain/booking/Interpreters.tsx';
import { Status } from '#domain/booking/Status.tsx';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { paths } from '#paths.ts';
import { Banner } from '#ui/Banner.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { SidePanel } from '#ui/SidePanel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { PanelTitle } from './PanelTitle.ts';

/** One booking at the side of the calendar: its facts, its people with their answers, and who could take it. */
export function BookingPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation(['calendar', 'reservations']);
  const errorMessage = useErrorMessage();
  const { data: reservation, error } = useQuery(reservations.one(id));
  const title = reservation?.name ?? '';
  return (
    <SidePanel
      isOpen
      onClose={onClose}
      label={title || t('reservations:appointment')}
      side="end"
      isSheet
      head={<PanelTitle>{title}</PanelTitle>}
    >
      {reservation ? (
        <>
          <Status reservation={reservation} />
          <Appointment reservation={reservation} />
          <Interpreters reservation={reservation} />
          <div>
            <ButtonLink to={paths.reservations.record.href({ id })}>{t('openBooking')}</ButtonLink>
          </div>
        </>
      ) : error === undefined ? (
        <Skeleton height="160px" />
      ) : (
        <Banner tone="danger">{errorMessage(error)}</Banner>
      )}
    </SidePanel>
  );
}
