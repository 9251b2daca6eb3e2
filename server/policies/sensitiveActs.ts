/** The people who are told of an act by e-mail: the one whose account it concerns, and the owners. */
type Told = 'person' | 'owners';

/**
 * `always`: the guard refuses the call. `sometimes`: the act itself does, for what the comment says; and it tells people of what has
 * happened only.
 */
type SensitiveAct = { proof: 'always' | 'sometimes'; told: readonly Told[] };

const always = (...told: Told[]): SensitiveAct => ({ proof: 'always', told });
const sometimes = (...told: Told[]): SensitiveAct => ({ proof: 'sometimes', told });

/**
 * Acts that let somebody in, open data of people to another system, or cannot be taken back. At an unlocked screen of another person they
 * would outlast the moment, so the caller must have proved who they are within the last ten minutes (`limits.recentAuthentication`);
 * otherwise they answer 403 `insufficient_user_authentication`. A new password needs the former one instead. Owners are told of what gives
 * managers, owners or other systems access, also of what they have done themselves.
 */
export const sensitiveActs: Readonly<Record<string, SensitiveAct>> = {
  'POST /auth/passkeys/options/': always(),
  'POST /auth/passkeys/': always('person'),
  'DELETE /auth/passkeys/:id/': always('person'),
  'POST /auth/totp/': always(),
  'POST /auth/totp/confirm/': always('person'),
  'DELETE /auth/totp/': always('person'),
  'POST /auth/recovery_codes/': always(),
  'POST /auth/email/': always('person'),
  'DELETE /auth/national_ids/:id/': always('person'),
  'DELETE /auth/work_accounts/:id/': always('person'),
  'POST /calendar_feeds/': always(),
  // For a manager or an owner.
  'POST /users/': sometimes('person', 'owners'),
  // If role or address change.
  'PATCH /users/:id/': sometimes('person', 'owners'),
  'POST /users/:id/approve/': always('person', 'owners'),
  'POST /users/bulk_approve/': always('person', 'owners'),
  'POST /users/:id/unsuspend/': always('person', 'owners'),
  'DELETE /users/:id/national_ids/:identity/': always('person'),
  'DELETE /users/:id/work_accounts/:identity/': always('person'),
  'POST /service_accounts/': always('owners'),
  'POST /service_accounts/:id/rotate/': always('owners'),
  'DELETE /service_accounts/:id/': always(),
  'POST /webhooks/': always('owners'),
  'PATCH /webhooks/:id/': always('owners'),
  'POST /webhooks/:id/rotate_secret/': always('owners'),
  'GET /privacy/people/:id/export/': always(),
  'POST /privacy/people/:id/erasure/': always('person'),
  'POST /privacy/people/:id/holds/': always(),
  'POST /privacy/holds/:id/end/': always(),
  'POST /retention/:kind/confirm/': always(),
  // For lists of people.
  'POST /exports/': sometimes(),
  // For users.
  'POST /imports/:id/write/': sometimes('person', 'owners'),
};
