/** What the security log records. A refusal has a reason, which is the error code that the caller got. */
export const securityEventNames = [
  'sign_in',
  'sign_in_refused',
  'sign_out',
  'reauthentication',
  'reauthentication_refused',
  'password_reset_requested',
  'password_changed',
  'passkey_added',
  'passkey_removed',
  'totp_added',
  'totp_removed',
  'recovery_codes_renewed',
  'recovery_code_used',
  'link_used',
  'link_refused',
  'access_refused',
  'session_ended',
  'suspended',
  'erased',
  'export',
  'file_opened',
  'malware_found',
  'scan_failed',
  'service_account_added',
  'service_account_rotated',
  'service_account_ended',
  'service_account_refused',
] as const;
export type SecurityEventName = (typeof securityEventNames)[number];

/** How somebody signed in or proved who they are; `mailed_code` and the codes after it follow the password. */
export const signInWays = [
  'password',
  'mailed_code',
  'totp',
  'recovery_code',
  'passkey',
  'national_id',
  'single_sign_on',
] as const;
export type SignInWay = (typeof signInWays)[number];

/** The links that let somebody act without a session: the mailed ones, and those of files and calendars. */
export const linkNames = [
  'password_link',
  'email_link',
  'email_undo_link',
  'national_id_link',
  'work_account_link',
  'registration_link',
  'file_link',
  'calendar_link',
] as const;
export type LinkName = (typeof linkNames)[number];
