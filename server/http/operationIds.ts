/** Ids of operations whose path does not say in words what they do. */
const named: Record<string, string> = {
  'GET /livez/': 'getLiveness',
  'GET /readyz/': 'getReadiness',
  'POST /auth/login/': 'signIn',
  'POST /auth/logout/': 'signOut',
  'GET /auth/me/': 'getMe',
  'PATCH /auth/me/': 'updateMe',
  'POST /auth/otp/': 'answerCode',
  'POST /auth/otp/resend/': 'resendCode',
  'POST /auth/openid/start/': 'startNationalIdSignIn',
  'POST /auth/openid/': 'signInWithNationalId',
  'POST /auth/openid/confirm/': 'confirmNationalId',
  'POST /auth/single_sign_on/start/': 'startSingleSignOn',
  'POST /auth/single_sign_on/': 'signInWithWorkAccount',
  'POST /auth/single_sign_on/confirm/': 'confirmWorkAccount',
  'GET /auth/single_sign_on/logout/': 'getSingleSignOut',
  'POST /auth/single_sign_on/logout/': 'endSessionsByProvider',
  'POST /auth/sessions/end_others/': 'endOtherSessions',
  'DELETE /auth/sessions/:id/': 'endSession',
  'GET /auth/reauthentication/': 'getReauthenticationWays',
  'POST /auth/reauthentication/': 'reauthenticate',
  'POST /auth/reauthentication/code/': 'requestReauthenticationCode',
  'POST /auth/reauthentication/passkey/': 'startPasskeyReauthentication',
  'POST /auth/passkeys/options/': 'getNewPasskeyOptions',
  'POST /auth/passkeys/challenge/': 'startPasskeySignIn',
  'POST /auth/passkeys/sign_in/': 'signInWithPasskey',
  'POST /auth/totp/': 'createAuthenticatorApp',
  'POST /auth/totp/confirm/': 'confirmAuthenticatorApp',
  'DELETE /auth/totp/': 'deleteAuthenticatorApp',
  'POST /auth/recovery_codes/': 'replaceRecoveryCodes',
  'GET /auth/email/': 'getOwnEmail',
  'POST /auth/email/': 'requestEmailChange',
  'DELETE /auth/email/': 'cancelEmailChange',
  'POST /auth/email/confirm/': 'confirmEmailChange',
  'POST /auth/email/undo/': 'undoEmailChange',
  'POST /auth/register/': 'register',
  'POST /auth/register/confirm/': 'confirmRegistration',
  'POST /auth/forgot_password/': 'requestPasswordReset',
  'POST /auth/reset_password/': 'resetPassword',
  'POST /auth/reset_password/check/': 'checkPasswordReset',
  'POST /auth/change_password/': 'changePassword',
  'GET /calendars/:secret': 'getCalendarFile',
  'GET /search/': 'search',
  'GET /statistics/': 'getStatistics',
  'GET /users/affected/': 'getEffectsOnUsers',
  'POST /users/:id/request_password_reset/': 'sendPasswordReset',
  'DELETE /users/:id/sessions/': 'endUserSessions',
  'DELETE /users/:id/sessions/:session/': 'endUserSession',
  'GET /audit/': 'listAuditEntries',
  'GET /privacy/people/': 'listPeople',
  'GET /privacy/people/:id/': 'getPerson',
  'GET /privacy/people/:id/export/': 'exportPerson',
  'POST /privacy/people/:id/erasure/': 'erasePerson',
  'POST /privacy/people/:id/holds/': 'createLegalHold',
  'POST /privacy/holds/:id/end/': 'endLegalHold',
  'GET /privacy/holds/': 'listLegalHolds',
  'GET /privacy/erasures/': 'listErasures',
  'POST /exports/': 'reportExport',
  'GET /feedback/': 'listFeedback',
  'GET /feedback/:id/': 'getFeedback',
  'POST /files/': 'uploadFile',
  'POST /schedules/preview/': 'previewSchedule',
  'POST /schedules/:id/preview/': 'previewScheduleChange',
  'PATCH /shifts/:id/following/': 'updateFollowingShifts',
  'POST /shifts/:id/following/preview/': 'previewFollowingShifts',
  'DELETE /shifts/:id/following/': 'deleteFollowingShifts',
  'GET /interpreters/free/': 'listFreeInterpreters',
  'OPTIONS /platform/recordings/': 'getRecordingUploadOptions',
  'POST /platform/recordings/': 'createRecordingUpload',
  'HEAD /platform/recordings/:id/': 'getRecordingUpload',
  'PATCH /platform/recordings/:id/': 'continueRecordingUpload',
  'DELETE /platform/recordings/:id/': 'endRecordingUpload',
};

const camel = (words: string): string => words.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const isPlural = (word: string): boolean => /[^s]s$/.test(word);
const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');

const verbs: Record<string, string> = { GET: 'get', PATCH: 'update', PUT: 'replace', DELETE: 'delete' };

/**
 * The `operationId` of an operation: `listPartners`, `createPartner`, `approveReservation`. It follows from method and path,
 * so it changes only with them; generated clients use it as the name of a function.
 * @param url as Fastify writes it: `/partners/:id/`
 */
export function operationIdOf(method: string, url: string): string {
  const known = named[`${method} ${url}`];
  if (known !== undefined) return known;
  const parts = url.split('/').filter((part) => part !== '' && part !== 'auth');
  const nouns = parts.filter((part) => !part.startsWith(':')).map((part) => capital(camel(part)));
  const last = nouns.at(-1) ?? '';
  const parents = nouns.slice(0, -1).map(singular).join('');
  if (parts.at(-1)?.startsWith(':')) return `${verbs[method] ?? method.toLowerCase()}${parents}${singular(last)}`;
  if (method === 'GET') return `${isPlural(last) ? 'list' : 'get'}${parents}${last}`;
  if (method !== 'POST') return `${verbs[method] ?? method.toLowerCase()}${parents}${last}`;
  if (isPlural(last)) return `create${parents}${singular(last)}`;
  // An act on a record, or on a list.
  const isOfOne = parts.at(-2)?.startsWith(':') ?? false;
  return `${camel(parts.at(-1) ?? '')}${isOfOne ? parents : nouns.slice(0, -1).join('')}`;
}
