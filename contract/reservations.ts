/** Where a reservation stands: asked for, what was answered, and whether it was called off. */
export const reservationStatuses = ['pending', 'approved', 'rejected', 'cancelled'] as const;
/** Where a reservation stands. */
export type ReservationStatus = (typeof reservationStatuses)[number];
