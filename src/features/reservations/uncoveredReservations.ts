import { reservations } from '#api/reservations.ts';

/** The number of approved reservations without coverage. */
export const uncoveredReservations = reservations.list({ uncovered: true, page_size: 1 });
