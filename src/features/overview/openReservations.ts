import { reservations } from '#api/reservations.ts';

/** Pending reservations, the next first: their number, and the first few. */
export const openReservations = reservations.list({ open: true, ordering: 'start', page_size: 5 });
