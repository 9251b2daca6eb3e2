import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { LocationType, ServiceKind } from '../../../contract/interpretations.ts';
import type { Reservation } from '../../../contract/reservations.ts';
import { EditPage } from '#crud/EditPage.tsx';
import { History } from '#crud/History.tsx';
import { RecordPage } from '#crud/RecordPage.tsx';
import { Appointment } from '#domain/booking/Appointment.tsx';
import { Interpreters } from '#domain/booking/Interpreters.tsx';
import { Status } from '#domain/booking/Status.tsx';
import { useInterpretingLanguages } from '#domain/useInterpretingLanguages.ts';
import { useWord } from '#i18n/words.ts';
import { useLocation, useParams } from '#lib/router.ts';
import { isEdit } from '#paths.ts';
import { useFlag } from '#tenant/TenantProvider.tsx';
import { decodeChoice } from '#ui/form/encodedChoice.ts';
import { space } from '#ui/theme.ts';
import { Files } from './Files.tsx';
import { Notices } from './Notices.tsx';
import { ReservationActs } from './ReservationActs.tsx';
import { ReservationFields } from './ReservationFields.tsx';
import type { ReservationValues } from './reservationForm.ts';
import { resource } from './resource.ts';

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

/** Formats the values of a reservation's form that are codes or ids. */
function useValueFormatter() {
  const { t } = useTranslation('reservations');
  const languages = useInterpretingLanguages();
  const hasEmergencies = useFlag('emergencySchedules');
  return (name: keyof ReservationValues, value: ReservationValues[keyof ReservationValues]): string | undefined => {
    if (name === 'customer' || name === 'partner') return decodeChoice(String(value))?.label ?? t('none');
    if (name === 'type') return t(`types.${value as LocationType}`);
    if (name === 'service_kind') return t(`services.${value as ServiceKind}`);
    if (name === 'emergency' && hasEmergencies) return t(value ? 'emergency' : 'noEmergency');
    if (name === 'languages')
      return languages
        .flatMap((choice) => (Array.isArray(value) && value.includes(choice.value) ? [choice.label] : []))
        .join(', ');
    return undefined;
  };
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
