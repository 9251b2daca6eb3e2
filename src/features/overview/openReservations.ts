import { reservations } from '#api/reservations.ts';

/** What waits for an answer, the next first: how many there are, and a few of them. */
export const openReservations = reservations.list({ open: true, ordering: 'start', page_size: 5 });
