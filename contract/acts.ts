/** The acts on a user. */
export const userActs = [
  'update',
  'change_role',
  'change_department',
  'change_email',
  'delete',
  'suspend',
  'unsuspend',
  'approve',
  'reject',
  'request_password_reset',
  'invite',
  'end_sessions',
] as const;

/** The acts of planners on a reservation. */
export const planningActs = [
  'update',
  'delete',
  'approve',
  'reject',
  'cancel',
  'assign',
  'offer',
  'withdraw_offer',
] as const;

/** The acts of an interpreter of a reservation: each gives an answer, for themselves only. */
export const answeringActs = ['accept', 'decline', 'hand_back'] as const;

/** The acts on a reservation. */
export const reservationActs = [...planningActs, ...answeringActs] as const;

/** The acts on an absence. */
export const absenceActs = ['update', 'decide', 'approve', 'refuse', 'take_back'] as const;
