import type { NewReservation, Reservation } from '../../../contract/reservations.ts';
import { reservations } from '#api/reservations.ts';
import { pagesOf } from '#crud/pagesOf.ts';
import type { Resource } from '#crud/resource.ts';
import { AffectedPeople } from '#domain/booking/AffectedPeople.tsx';
import { emptyReservation, type ReservationValues, toReservation, valuesOf } from './reservationForm.ts';

/** The reservations. */
export const resource: Resource<Reservation, NewReservation, ReservationValues> = {
  ...pagesOf('reservations'),
  collection: reservations,
  nameOf: ({ name }) => name,
  DeletedAlong: AffectedPeople,
  emptyValues: emptyReservation,
  valuesOf,
  toBody: toReservation,
};
