import { CreatePage } from '#crud/CreatePage.tsx';
import { ReservationFields } from './ReservationFields.tsx';
import { resource } from './resource.ts';

/** Creates a pending reservation: `/dashboard/reservations/create`. */
export function ReservationsCreate() {
  return <CreatePage resource={resource} Fields={ReservationFields} />;
}
