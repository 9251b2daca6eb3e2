import type { Reservation } from '../../../contract/reservations.ts';
import { EditPage } from '#crud/EditPage.tsx';
import { Answer } from './Answer.tsx';
import { Files } from './Files.tsx';
import { Interpreters } from './Interpreters.tsx';
import { Notices } from './Notices.tsx';
import { ReservationFields } from './ReservationFields.tsx';
import { resource } from './resource.ts';
import { Status } from './Status.tsx';
import { useValueFormatter } from './useValueFormatter.ts';

const status = (reservation: Reservation) => <Status reservation={reservation} />;

/** One reservation: its essentials and decision, its interpreters, form and files. `/dashboard/reservations/{id}`. */
export function ReservationsDetail() {
  return (
    <EditPage
      resource={resource}
      Fields={ReservationFields}
      description={status}
      formatValue={useValueFormatter()}
      renderBefore={(reservation) => (
        <>
          <Answer reservation={reservation} />
          <Notices reservation={reservation} />
          <Interpreters reservation={reservation} />
        </>
      )}
      renderAfter={(reservation) => <Files reservation={reservation} />}
    />
  );
}
