/** Where a reservation stands: asked for, and what was answered. */
export const reservationStatuses = ['pending', 'approved', 'rejected'] as const;
/** Where a reservation stands. */
export type ReservationStatus = (typeof reservationStatuses)[number];
