import type { InterpretingLanguage } from '../../../contract/interpretingCodes.ts';
import { bounds } from '../../../contract/bounds.ts';
import type { LocationType, ServiceKind } from '../../../contract/interpretations.ts';
import type { NewReservation, Reservation } from '../../../contract/reservations.ts';
import { parseDay, typedDay } from '#lib/dates.ts';
import { parseTime } from '#lib/times.ts';
import { encodeChoice, decodeChoice } from '#ui/form/encodedChoice.ts';

/** The form values of a reservation: days as typed, times in the deployment's time zone. Null becomes an empty text. */
export type ReservationValues = {
  name: string;
  date: string;
  time_from: string;
  time_to: string;
  type: LocationType;
  address: string;
  link: string;
  /** Id and name in one text, from `encodeChoice`. */
  customer: string;
  partner: string;
  service_kind: ServiceKind;
  languages: InterpretingLanguage[];
  emergency: boolean;
  interpreters_needed: string;
  note: string;
};

/** The choices for the number of interpreters. */
export const numbersOfInterpreters = Array.from({ length: bounds.reservationInterpreters }, (_, index) =>
  String(index + 1),
);

/** The form values of a new reservation. */
export const emptyReservation: ReservationValues = {
  name: '',
  date: '',
  time_from: '',
  time_to: '',
  type: 'remote',
  address: '',
  link: '',
  customer: '',
  partner: '',
  service_kind: 'interpretation',
  languages: [],
  emergency: false,
  interpreters_needed: '1',
  note: '',
};

const encoded = (id: string | null, name: string | null) =>
  encodeChoice(id === null ? null : { value: id, label: name ?? '–' });

/** The form values of a reservation. */
export function valuesOf(reservation: Reservation): ReservationValues {
  return {
    name: reservation.name,
    date: typedDay(reservation.date),
    time_from: reservation.time_from,
    time_to: reservation.time_to,
    type: reservation.type,
    address: reservation.address ?? '',
    link: reservation.link ?? '',
    customer: encoded(reservation.customer, reservation.customer_name),
    partner: encoded(reservation.partner, reservation.partner_name),
    service_kind: reservation.service_kind,
    languages: reservation.languages,
    emergency: reservation.emergency,
    interpreters_needed: String(reservation.interpreters_needed),
    note: reservation.note ?? '',
  };
}

/** The body for the form values. Remote reservations have no address. */
export function toReservation(values: ReservationValues): NewReservation {
  const text = (value: string) => value.trim() || null;
  return {
    name: values.name.trim(),
    // The form's checks require all of them.
    date: parseDay(values.date) ?? '',
    time_from: parseTime(values.time_from) ?? '',
    time_to: parseTime(values.time_to, { isEnd: true }) ?? '',
    type: values.type,
    address: values.type === 'site' ? text(values.address) : null,
    link: text(values.link),
    customer: decodeChoice(values.customer)?.value ?? null,
    partner: decodeChoice(values.partner)?.value ?? null,
    service_kind: values.service_kind,
    languages: values.languages,
    emergency: values.emergency,
    interpreters_needed: Number(values.interpreters_needed),
    note: text(values.note),
  };
}
