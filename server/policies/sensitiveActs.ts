/**
 * Acts that let somebody in, open data of people to another system, or cannot be taken back. At an unlocked screen of another person they
 * would outlast the moment, so the caller must have proved who they are within the last ten minutes (`limits.recentAuthentication`);
 * otherwise they answer 403 `insufficient_user_authentication`. `always`: the guard refuses the call. `sometimes`: the act itself does, for
 * what the comment says. A new password needs the former one instead.
 */
export const sensitiveActs: Readonly<Record<string, 'always' | 'sometimes'>> = {
  'POST /auth/passkeys/options/': 'always',
  'POST /auth/passkeys/': 'always',
  'DELETE /auth/passkeys/:id/': 'always',
  'POST /auth/totp/': 'always',
  'POST /auth/totp/confirm/': 'always',
  'DELETE /auth/totp/': 'always',
  'POST /auth/recovery_codes/': 'always',
  'POST /auth/email/': 'always',
  'DELETE /auth/national_ids/:id/': 'always',
  'DELETE /auth/work_accounts/:id/': 'always',
  'POST /calendar_feeds/': 'always',
  // For a manager or an owner.
  'POST /users/': 'sometimes',
  // If role or address change.
  'PATCH /users/:id/': 'sometimes',
  'POST /users/:id/approve/': 'always',
  'POST /users/bulk_approve/': 'always',
  'POST /users/:id/unsuspend/': 'always',
  'DELETE /users/:id/national_ids/:identity/': 'always',
  'DELETE /users/:id/work_accounts/:identity/': 'always',
  'POST /service_accounts/': 'always',
  'POST /service_accounts/:id/rotate/': 'always',
  'DELETE /service_accounts/:id/': 'always',
  'POST /webhooks/': 'always',
  'PATCH /webhooks/:id/': 'always',
  'POST /webhooks/:id/rotate_secret/': 'always',
  'GET /privacy/people/:id/export/': 'always',
  'POST /privacy/people/:id/erasure/': 'always',
  'POST /privacy/people/:id/holds/': 'always',
  'POST /privacy/holds/:id/end/': 'always',
  'POST /retention/:kind/confirm/': 'always',
  // For lists of people.
  'POST /exports/': 'sometimes',
  // For users.
  'POST /imports/:id/write/': 'sometimes',
};
