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

/** The acts on a reservation. */
export const reservationActs = ['update', 'delete', 'approve', 'reject', 'cancel', 'assign'] as const;
