import type { NewReservation, Reservation } from '../../../contract/reservations.ts';
import { reservations } from '#api/reservations.ts';
import type { Resource } from '#crud/resource.ts';
import { paths } from '#paths.ts';
import { add } from './add.ts';
import { AffectedPeople } from './AffectedPeople.tsx';
import { emptyReservation, type ReservationValues, toReservation, valuesOf } from './reservationForm.ts';

/** The reservations. */
export const resource: Resource<Reservation, NewReservation, ReservationValues> = {
  collection: reservations,
  title: 'reservations:title',
  empty: 'reservations:empty',
  emptyText: 'reservations:emptyText',
  nameOf: ({ name }) => name,
  listHref: paths.reservations.list.href(),
  href: ({ id }) => paths.reservations.record.href({ id }),
  add,
  DeletedAlong: AffectedPeople,
  emptyValues: emptyReservation,
  valuesOf,
  toBody: toReservation,
};
