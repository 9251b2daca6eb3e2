import { useWord } from '#i18n/words.ts';
import type { Reservation } from '../../../contract/reservations.ts';
import { EditPage } from '#crud/EditPage.tsx';
import { History } from '#crud/History.tsx';
import { RecordPage } from '#crud/RecordPage.tsx';
import { useLocation, useParams } from '#lib/router.ts';
import { isEdit } from '#paths.ts';
import { styled } from 'styled-components';
import { space } from '#ui/theme.ts';
import { Appointment } from '#domain/booking/Appointment.tsx';
import { Files } from './Files.tsx';
import { Interpreters } from '#domain/booking/Interpreters.tsx';
import { Status } from '#domain/booking/Status.tsx';
import { Notices } from './Notices.tsx';
import { ReservationActs } from './ReservationActs.tsx';
import { ReservationFields } from './ReservationFields.tsx';
import { resource } from './resource.ts';
import { useValueFormatter } from './useValueFormatter.ts';

const status = (reservation: Reservation) => <Status reservation={reservation} />;
const acts = (reservation: Reservation) => <ReservationActs reservation={reservation} />;

/** One reservation: `/dashboard/reservations/{id}`, and below `/edit` the form that changes it. */
export function ReservationsDetail() {
  const formatValue = useValueFormatter();
  return isEdit(useLocation().pathname) ? (
    <EditPage resource={resource} Fields={ReservationFields} formatValue={formatValue} />
  ) : (
    <BookingPage />
  );
}

/** The facts, and beside them the people with their answers and the candidates; on a phone after the facts. */
function BookingPage() {
  const { id = '' } = useParams();
  const word = useWord();
  return (
    <RecordPage
      read={resource.collection.one(id)}
      list={{ label: word(resource.title), href: resource.listHref }}
      title={resource.nameOf}
      description={status}
      renderAction={acts}
    >
      {(reservation) => (
        <Room>
          <Notices reservation={reservation} />
          <Columns>
            <Main>
              <Appointment reservation={reservation} />
            </Main>
            <Beside>
              <Interpreters reservation={reservation} />
            </Beside>
            <Main>
              <Files reservation={reservation} />
              <History id={id} />
            </Main>
          </Columns>
        </Room>
      )}
    </RecordPage>
  );
}

const Room = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(4)};
  container-type: inline-size;
`;

const Part = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(4)};
  min-inline-size: 0;
`;

const Main = styled(Part)``;

const Beside = styled(Part)``;

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(4)};
  align-items: start;

  @container (min-width: 820px) {
    grid-template-columns: minmax(0, 1fr) minmax(380px, 42%);
    grid-template-rows: max-content 1fr;

    & > ${Main} {
      grid-column: 1;
    }

    & > ${Beside} {
      grid-column: 2;
      grid-row: span 2;
    }
  }
`;
