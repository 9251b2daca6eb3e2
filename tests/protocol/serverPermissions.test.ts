import { beforeAll, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { flags } from '../../contract/flags.ts';
import { staffRoles, type StaffRole } from '../../contract/roles.ts';
import { sensitiveActs } from '../../server/policies/sensitiveActs.ts';
import { usualDatabase } from '../support/backend.ts';
import { sharedBackendOf } from '../support/backendOf.ts';

const everybody: readonly StaffRole[] = staffRoles;
const staff: readonly StaffRole[] = ['manager', 'owner'];
const owners: readonly StaffRole[] = ['owner'];

/** The collections that everybody may read and managers may write. */
const masterData = [
  '/departments/',
  '/contacts/',
  '/partner_categories/',
  '/partners/',
  '/partners/{partner}/venues/',
  '/partners/{partner}/videos/',
  '/video_categories/',
  '/sliders/',
  '/closure_categories/',
];

/** The five routes of such a collection. */
const routesOf = (url: string) => ({
  [`GET ${url}`]: everybody,
  [`POST ${url}`]: staff,
  [`GET ${url}{id}/`]: everybody,
  [`PATCH ${url}{id}/`]: staff,
  [`DELETE ${url}{id}/`]: staff,
});

/**
 * The roles that each route admits (Q26); `public` needs no sign-in, `service` a service account. Written by hand,
 * independently of the routes.
 */
const rows: Record<string, readonly StaffRole[] | 'public' | 'service'> = {
  ...Object.fromEntries(masterData.flatMap((url) => Object.entries(routesOf(url)))),
  'GET /livez/': 'public',
  'GET /readyz/': 'public',
  'POST /auth/login/': 'public',
  'POST /auth/otp/': 'public',
  'POST /auth/otp/resend/': 'public',
  'POST /auth/openid/start/': 'public',
  'POST /auth/openid/': 'public',
  'POST /auth/openid/confirm/': 'public',
  'GET /auth/national_ids/': everybody,
  'DELETE /auth/national_ids/{id}/': everybody,
  'POST /auth/single_sign_on/start/': 'public',
  'POST /auth/single_sign_on/': 'public',
  'POST /auth/single_sign_on/confirm/': 'public',
  'GET /auth/single_sign_on/logout/': everybody,
  'POST /auth/single_sign_on/logout/': 'public',
  'GET /auth/work_accounts/': everybody,
  'DELETE /auth/work_accounts/{id}/': everybody,
  'GET /auth/sessions/': everybody,
  'DELETE /auth/sessions/{id}/': everybody,
  'POST /auth/sessions/end_others/': everybody,
  'GET /auth/reauthentication/': everybody,
  'POST /auth/reauthentication/': everybody,
  'POST /auth/reauthentication/code/': everybody,
  'GET /auth/passkeys/': everybody,
  'POST /auth/passkeys/': everybody,
  'POST /auth/passkeys/options/': everybody,
  'DELETE /auth/passkeys/{id}/': everybody,
  'POST /auth/passkeys/challenge/': 'public',
  'POST /auth/passkeys/sign_in/': 'public',
  'POST /auth/reauthentication/passkey/': everybody,
  'GET /auth/factors/': everybody,
  'POST /auth/totp/': everybody,
  'POST /auth/totp/confirm/': everybody,
  'DELETE /auth/totp/': everybody,
  'POST /auth/recovery_codes/': everybody,
  'GET /auth/email/': everybody,
  'POST /auth/email/': everybody,
  'DELETE /auth/email/': everybody,
  'POST /auth/email/confirm/': 'public',
  'POST /auth/email/undo/': 'public',
  'POST /auth/register/': 'public',
  'POST /auth/register/confirm/': 'public',
  'POST /auth/forgot_password/': 'public',
  'POST /auth/reset_password/': 'public',
  'POST /auth/reset_password/check/': 'public',
  'GET /auth/me/': everybody,
  'PATCH /auth/me/': everybody,
  'POST /auth/change_password/': everybody,
  'GET /search/': everybody,
  'GET /events/': everybody,
  'POST /editors/': everybody,
  'DELETE /editors/{form}/': everybody,
  'POST /auth/logout/': everybody,
  'GET /overview/': everybody,
  'GET /overview/day/': everybody,
  'GET /statistics/': everybody,
  'GET /report/': everybody,
  'GET /versions/': everybody,
  'POST /recordings/process_pending/': staff,
  'GET /recordings/{id}/': everybody,
  'POST /recordings/{id}/view/': everybody,
  'GET /jobs/{id}/': staff,
  'GET /interpretations/': everybody,
  'GET /interpretations/{id}/': everybody,
  'PATCH /interpretations/{id}/': everybody,
  'GET /users/': staff,
  'GET /users/affected/': staff,
  'POST /users/': staff,
  'POST /users/bulk_delete/': staff,
  'POST /users/bulk_approve/': staff,
  'POST /users/bulk_reject/': staff,
  'GET /users/{id}/': staff,
  'PATCH /users/{id}/': staff,
  'DELETE /users/{id}/': staff,
  'POST /users/{id}/suspend/': staff,
  'POST /users/{id}/unsuspend/': staff,
  'POST /users/{id}/approve/': staff,
  'POST /users/{id}/reject/': staff,
  'POST /users/{id}/request_password_reset/': staff,
  'POST /users/{id}/invite/': staff,
  'GET /users/{id}/sign_ins/': staff,
  'DELETE /users/{id}/sessions/': staff,
  'DELETE /users/{id}/sessions/{session}/': staff,
  'GET /users/{id}/national_ids/': staff,
  'DELETE /users/{id}/national_ids/{identity}/': staff,
  'GET /users/{id}/work_accounts/': staff,
  'DELETE /users/{id}/work_accounts/{identity}/': staff,
  'GET /partners/{id}/qr/': everybody,
  'GET /partners/{partner}/users/': staff,
  'POST /partners/{partner}/users/': staff,
  'GET /partners/{partner}/venues/{id}/qr/': everybody,
  'GET /queues/': staff,
  'PATCH /queues/{queue_type}/': owners,
  'POST /queues/reorder/': owners,
  'GET /audit/': owners,
  'GET /security_events/': owners,
  'GET /privacy/people/': owners,
  'GET /privacy/people/{id}/': owners,
  'GET /privacy/people/{id}/export/': owners,
  'POST /privacy/people/{id}/erasure/': owners,
  'POST /privacy/people/{id}/holds/': owners,
  'POST /privacy/holds/{id}/end/': owners,
  'GET /privacy/holds/': owners,
  'GET /privacy/erasures/': owners,
  'POST /exports/': everybody,
  'GET /retention/': owners,
  'POST /retention/{kind}/confirm/': owners,
  'GET /saved_views/': everybody,
  'POST /saved_views/': everybody,
  'GET /saved_views/{id}/': everybody,
  'PATCH /saved_views/{id}/': everybody,
  'DELETE /saved_views/{id}/': everybody,
  'POST /sliders/reorder/': staff,
  'POST /closure_categories/reorder/': staff,
  'GET /feedback/': everybody,
  'GET /feedback/{id}/': everybody,
  'POST /files/': everybody,
  'GET /files/{id}/': everybody,
  'GET /files/{id}/content/': 'public',
  'GET /schedules/': everybody,
  'POST /schedules/preview/': everybody,
  'POST /schedules/': everybody,
  'GET /schedules/{id}/': everybody,
  'PATCH /schedules/{id}/': everybody,
  'POST /schedules/{id}/preview/': everybody,
  'POST /schedules/{id}/affected/': staff,
  'POST /schedules/{id}/remove/': staff,
  'DELETE /schedules/{id}/': staff,
  'GET /schedules/{id}/blocking_reservations/': everybody,
  'GET /preferences/': staff,
  'POST /preferences/': staff,
  'DELETE /preferences/{id}/': staff,
  'GET /absences/': everybody,
  'POST /absences/': everybody,
  'POST /absences/preview/': everybody,
  'GET /absences/{id}/': everybody,
  'PATCH /absences/{id}/': everybody,
  'POST /absences/{id}/approve/': staff,
  'POST /absences/{id}/decide/': staff,
  'POST /absences/{id}/refuse/': staff,
  'POST /absences/{id}/take_back/': everybody,
  'GET /calendar/': everybody,
  'GET /calendar/month/': everybody,
  'GET /shifts/': everybody,
  'GET /shifts/{id}/': everybody,
  'PATCH /shifts/{id}/': everybody,
  'DELETE /shifts/{id}/': staff,
  'POST /shifts/{id}/affected/': staff,
  'POST /shifts/{id}/remove/': staff,
  'POST /shifts/{id}/following/affected/': staff,
  'POST /shifts/{id}/following/remove/': staff,
  'PATCH /shifts/{id}/following/': everybody,
  'POST /shifts/{id}/following/preview/': everybody,
  'DELETE /shifts/{id}/following/': staff,
  'GET /shifts/{id}/blocking_reservations/': everybody,
  'GET /reservations/': everybody,
  'POST /reservations/': staff,
  'GET /reservations/work/': everybody,
  'POST /reservations/plan/': staff,
  'POST /reservations/plan/apply/': staff,
  'POST /reservations/plan/undo/': staff,
  'GET /reservations/{id}/': everybody,
  'PATCH /reservations/{id}/': staff,
  'DELETE /reservations/{id}/': staff,
  'POST /reservations/{id}/approve/': staff,
  'POST /reservations/{id}/reject/': staff,
  // Each interpreter answers for themselves.
  'POST /reservations/{id}/accept/': everybody,
  'POST /reservations/{id}/decline/': everybody,
  'POST /reservations/{id}/hand_back/': everybody,
  'POST /reservations/{id}/undo/': staff,
  'POST /reservations/{id}/cancel/': staff,
  'POST /reservations/{id}/assign/': staff,
  'POST /reservations/{id}/offer/': staff,
  'POST /reservations/{id}/withdraw_offer/': staff,
  'POST /reservations/{id}/files/': staff,
  'DELETE /reservations/{id}/files/{file}/': staff,
  'GET /interpreters/free/': staff,
  'GET /service_accounts/': owners,
  'POST /service_accounts/': owners,
  'POST /service_accounts/{id}/rotate/': owners,
  'DELETE /service_accounts/{id}/': owners,
  'POST /platform/events/': 'service',
  'PUT /platform/recordings/': 'service',
  'OPTIONS /platform/recordings/': 'service',
  'POST /platform/recordings/': 'service',
  'PATCH /platform/recordings/{id}/': 'service',
  'DELETE /platform/recordings/{id}/': 'service',
  'GET /calendar_feeds/': everybody,
  'POST /calendar_feeds/': everybody,
  'DELETE /calendar_feeds/{id}/': everybody,
  'GET /calendars/{secret}': 'public',
  'GET /notifications/': everybody,
  'GET /notifications/news/': everybody,
  'POST /notifications/marks/': everybody,
  'GET /notifications/settings/': everybody,
  'PATCH /notifications/settings/': everybody,
  'GET /notifications/push/': everybody,
  'POST /notifications/push/': everybody,
  'POST /notifications/push/resume/': everybody,
  'PATCH /notifications/push/{id}/': everybody,
  'GET /webhooks/': owners,
  'POST /webhooks/': owners,
  'GET /webhooks/{id}/': owners,
  'PATCH /webhooks/{id}/': owners,
  'DELETE /webhooks/{id}/': owners,
  'POST /webhooks/{id}/rotate_secret/': owners,
  'POST /webhooks/{id}/test/': owners,
  'GET /webhooks/{id}/deliveries/': owners,
  'POST /webhooks/{id}/replay/': owners,
  'POST /webhooks/{id}/deliveries/{delivery}/replay/': owners,
  'GET /imports/': owners,
  'POST /imports/': owners,
  'GET /imports/{id}/': owners,
  'DELETE /imports/{id}/': owners,
  'POST /imports/{id}/check/': owners,
  'GET /imports/{id}/rows/': owners,
  'POST /imports/{id}/write/': owners,
  'GET /imports/{id}/undo/': owners,
  'POST /imports/{id}/undo/': owners,
};

/** When a route needs a proof of the person within the last ten minutes: whatever the form asks for, for some forms, never. */
type Proof = 'always' | 'sometimes' | 'never';

/** The writing routes of a collection without people: a new record of it lets nobody in. */
const harmless = (url: string): Record<string, Proof> => ({
  [`POST ${url}`]: 'never',
  [`PATCH ${url}{id}/`]: 'never',
  [`DELETE ${url}{id}/`]: 'never',
});

/**
 * Every route for people that writes, or reads personal data as a whole. Written by hand, independently of the routes: of a new one,
 * ask whether it lets somebody in, opens data of people to another system, or cannot be taken back.
 */
const proofs: Record<string, Proof> = {
  'POST /auth/passkeys/options/': 'always',
  'POST /auth/passkeys/': 'always',
  'DELETE /auth/passkeys/{id}/': 'always',
  'POST /auth/totp/': 'always',
  'POST /auth/totp/confirm/': 'always',
  'DELETE /auth/totp/': 'always',
  'POST /auth/recovery_codes/': 'always',
  'POST /auth/email/': 'always',
  'DELETE /auth/national_ids/{id}/': 'always',
  'DELETE /auth/work_accounts/{id}/': 'always',
  'POST /calendar_feeds/': 'always',
  'POST /users/': 'sometimes',
  'PATCH /users/{id}/': 'sometimes',
  'POST /users/{id}/approve/': 'always',
  'POST /users/bulk_approve/': 'always',
  'POST /users/{id}/unsuspend/': 'always',
  'DELETE /users/{id}/national_ids/{identity}/': 'always',
  'DELETE /users/{id}/work_accounts/{identity}/': 'always',
  'POST /service_accounts/': 'always',
  'POST /service_accounts/{id}/rotate/': 'always',
  'DELETE /service_accounts/{id}/': 'always',
  'POST /webhooks/': 'always',
  'PATCH /webhooks/{id}/': 'always',
  'POST /webhooks/{id}/rotate_secret/': 'always',
  'GET /privacy/people/{id}/export/': 'always',
  'POST /privacy/people/{id}/erasure/': 'always',
  'POST /privacy/people/{id}/holds/': 'always',
  'POST /privacy/holds/{id}/end/': 'always',
  'POST /retention/{kind}/confirm/': 'always',
  'POST /exports/': 'sometimes',
  'POST /imports/{id}/write/': 'sometimes',

  // Ends access, or asks for the former password.
  'DELETE /auth/sessions/{id}/': 'never',
  'POST /auth/sessions/end_others/': 'never',
  'DELETE /auth/email/': 'never',
  'POST /auth/change_password/': 'never',
  'POST /auth/logout/': 'never',
  'DELETE /calendar_feeds/{id}/': 'never',
  'DELETE /webhooks/{id}/': 'never',
  'POST /users/{id}/suspend/': 'never',
  // People cover less or again.
  'POST /preferences/': 'never',
  'DELETE /preferences/{id}/': 'never',
  'POST /absences/': 'never',
  'POST /absences/preview/': 'never',
  'PATCH /absences/{id}/': 'never',
  'POST /absences/{id}/approve/': 'never',
  'POST /absences/{id}/decide/': 'never',
  'POST /absences/{id}/refuse/': 'never',
  'POST /absences/{id}/take_back/': 'never',
  'POST /users/{id}/reject/': 'never',
  'POST /users/bulk_reject/': 'never',
  'DELETE /users/{id}/': 'never',
  'POST /users/bulk_delete/': 'never',
  'DELETE /users/{id}/sessions/': 'never',
  'DELETE /users/{id}/sessions/{session}/': 'never',
  // Mails a link to the person themselves.
  'POST /users/{id}/request_password_reset/': 'never',
  'POST /users/{id}/invite/': 'never',
  // Is the proof.
  'POST /auth/reauthentication/': 'never',
  'POST /auth/reauthentication/code/': 'never',
  'POST /auth/reauthentication/passkey/': 'never',
  // What one sees and gets.
  'PATCH /auth/me/': 'never',
  'POST /editors/': 'never',
  'DELETE /editors/{form}/': 'never',
  'POST /notifications/marks/': 'never',
  'PATCH /notifications/settings/': 'never',
  'POST /notifications/push/': 'never',
  'POST /notifications/push/resume/': 'never',
  'PATCH /notifications/push/{id}/': 'never',
  ...harmless('/saved_views/'),
  // The work itself.
  ...Object.fromEntries(masterData.flatMap((url) => Object.entries(harmless(url)))),
  ...harmless('/schedules/'),
  ...harmless('/reservations/'),
  'POST /partners/{partner}/users/': 'never',
  'PATCH /queues/{queue_type}/': 'never',
  'POST /queues/reorder/': 'never',
  'POST /sliders/reorder/': 'never',
  'POST /closure_categories/reorder/': 'never',
  'POST /recordings/process_pending/': 'never',
  'POST /recordings/{id}/view/': 'never',
  'PATCH /interpretations/{id}/': 'never',
  'POST /files/': 'never',
  'POST /schedules/preview/': 'never',
  'POST /schedules/{id}/preview/': 'never',
  'POST /schedules/{id}/affected/': 'never',
  'POST /schedules/{id}/remove/': 'never',
  'POST /shifts/{id}/affected/': 'never',
  'POST /shifts/{id}/remove/': 'never',
  'POST /shifts/{id}/following/affected/': 'never',
  'POST /shifts/{id}/following/remove/': 'never',
  'PATCH /shifts/{id}/': 'never',
  'DELETE /shifts/{id}/': 'never',
  'PATCH /shifts/{id}/following/': 'never',
  'POST /shifts/{id}/following/preview/': 'never',
  'DELETE /shifts/{id}/following/': 'never',
  'POST /reservations/plan/': 'never',
  'POST /reservations/plan/apply/': 'never',
  'POST /reservations/plan/undo/': 'never',
  'POST /reservations/{id}/approve/': 'never',
  'POST /reservations/{id}/reject/': 'never',
  'POST /reservations/{id}/accept/': 'never',
  'POST /reservations/{id}/decline/': 'never',
  'POST /reservations/{id}/hand_back/': 'never',
  'POST /reservations/{id}/undo/': 'never',
  'POST /reservations/{id}/cancel/': 'never',
  'POST /reservations/{id}/assign/': 'never',
  'POST /reservations/{id}/offer/': 'never',
  'POST /reservations/{id}/withdraw_offer/': 'never',
  'POST /reservations/{id}/files/': 'never',
  'DELETE /reservations/{id}/files/{file}/': 'never',
  // To the receiver that a recent proof has chosen.
  'POST /webhooks/{id}/test/': 'never',
  'POST /webhooks/{id}/replay/': 'never',
  'POST /webhooks/{id}/deliveries/{delivery}/replay/': 'never',
  'POST /imports/': 'never',
  'DELETE /imports/{id}/': 'never',
  'POST /imports/{id}/check/': 'never',
  'POST /imports/{id}/undo/': 'never',
};

describe('the permissions of each route', () => {
  const backend = sharedBackendOf(usualDatabase);
  let app: FastifyInstance;
  beforeAll(async () => {
    app = await backend.app({ flags: Object.fromEntries(flags.map((flag) => [flag, true])) });
  });

  const call = (route: string, headers: Record<string, string> = {}) => {
    const [method = '', url = ''] = route.split(' ');
    const withBody = method === 'POST' || method === 'PATCH';
    return app.inject({
      method: method as 'GET',
      url: url.replace(/\{\w+\}/g, 'f'.repeat(24)),
      headers,
      ...(withBody ? { payload: {} } : {}),
    });
  };

  it('list exactly the existing routes', async () => {
    const { paths } = (await app.inject('/openapi.json')).json();
    const routes = Object.entries<object>(paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => method !== 'head')
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(routes.toSorted()).toEqual(Object.keys(rows).toSorted());
  });

  it('say of every writing route whether it needs a proof of the last ten minutes', () => {
    const writing = Object.entries(rows).flatMap(([route, allowed]) =>
      typeof allowed === 'string' || route.startsWith('GET ') ? [] : route,
    );
    expect({ 'without a line in `proofs`': writing.filter((route) => !(route in proofs)) }).toEqual({
      'without a line in `proofs`': [],
    });
    const ofServer = Object.entries(sensitiveActs).map(([act, { proof }]) => [act.replace(/:(\w+)/g, '{$1}'), proof]);
    const ofTest = Object.entries(proofs).filter(([, proof]) => proof !== 'never');
    expect(Object.fromEntries(ofServer)).toEqual(Object.fromEntries(ofTest));
  });

  it.each(Object.entries(proofs))('%s needs a proof of the last ten minutes: %s', async (route, proof) => {
    const { headers } = await backend.signedIn({ role: 'owner' });
    backend.pass(10 * 60_000);
    const answer = await call(route, headers);
    const code = answer.body.startsWith('{') ? answer.json().code : undefined;
    expect(code === 'insufficient_user_authentication').toBe(proof === 'always');
  });

  it('need that proof also of a HEAD request', async () => {
    const { headers } = await backend.signedIn({ role: 'owner' });
    backend.pass(10 * 60_000);
    const url = `/privacy/people/${'f'.repeat(24)}/export/`;
    expect((await app.inject({ method: 'HEAD', url, headers })).statusCode).toBe(403);
  });

  it.each(Object.entries(rows))('%s: %s', async (route, allowed) => {
    const nobody = await call(route);
    if (allowed === 'public') {
      expect([401, 403]).not.toContain(nobody.statusCode);
      return;
    }
    expect(nobody.json()).toMatchObject({ status: 401, code: 'unauthorized' });
    if (allowed === 'service') {
      const { headers } = await backend.signedIn({ role: 'owner' });
      expect((await call(route, headers)).statusCode).toBe(401);
      return;
    }
    for (const role of staffRoles) {
      const { headers } = await backend.signedIn({ role });
      const answer = await call(route, headers);
      if (allowed.includes(role)) expect([role, [401, 403].includes(answer.statusCode)]).toEqual([role, false]);
      else expect([role, answer.statusCode, answer.json().code]).toEqual([role, 403, 'forbidden']);
      expect(answer.statusCode).toBeLessThan(500);
    }
  });
});
