import { useTranslation } from 'react-i18next';
import type { Reservation } from '../../../contract/reservations.ts';
import { toldByChange } from '../../../contract/toldByChange.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { useFormValues } from '#ui/form/formState.ts';
import { decodeChoice } from '#ui/form/encodedChoice.ts';
import { Muted } from '#ui/Muted.ts';
import { type ReservationValues, toReservation } from './reservationForm.ts';

/** Says before a changed reservation is saved who is asked again, and who is told. */
export function ToldByChange({ reservation }: { reservation: Reservation }) {
  const { t } = useTranslation('reservations');
  const { list } = useFormats();
  const values = useFormValues<ReservationValues>();
  const { askedAgain, interpreters, offered, customers } = toldByChange(reservation, toReservation(values));
  const names = new Map(reservation.interpreters.map(({ id, name }) => [id, name]));
  if (reservation.customer) names.set(reservation.customer, reservation.customer_name ?? '');
  const coming = decodeChoice(values.customer);
  if (coming) names.set(coming.value, coming.label);
  const named = (ids: readonly string[]) => list(ids.flatMap((id) => names.get(id) ?? []));
  const told = [...interpreters, ...offered, ...customers];
  return (
    <Muted as="div" role="status">
      {askedAgain.length > 0 && <p>{t('askedAgain', { names: named(askedAgain) })}</p>}
      {told.length > 0 && <p>{t('tellsPeople', { names: named(told) })}</p>}
    </Muted>
  );
}
