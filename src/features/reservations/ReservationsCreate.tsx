import { CreatePage } from '#crud/CreatePage.tsx';
import { ReservationFields } from './ReservationFields.tsx';
import { resource } from './resource.ts';

/** Adds a reservation, which then waits for its answer: `/dashboard/reservations/create`. */
export function ReservationsCreate() {
  return <CreatePage of={resource} Fields={ReservationFields} />;
}
