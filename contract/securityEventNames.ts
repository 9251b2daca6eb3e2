/** What the security log records. A refusal has a reason, which is the error code that the caller got. */
export const securityEventNames = [
  'sign_in',
  'sign_in_refused',
  'sign_out',
  'reauthentication',
  'reauthentication_refused',
  'password_reset_requested',
  'password_changed',
  'session_ended',
  'suspended',
  'export',
  'file_opened',
  'provisioning_refused',
  'audit_anchor',
] as const;
export type SecurityEventName = (typeof securityEventNames)[number];
