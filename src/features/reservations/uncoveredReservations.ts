import { reservations } from '#api/reservations.ts';

/** How many reservations are approved and not covered. */
export const uncoveredReservations = reservations.list({ uncovered: true, page_size: 1 });
