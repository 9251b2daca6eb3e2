import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { flags } from '../../contract/flags.ts';
import { staffRoles, type StaffRole } from '../../contract/roles.ts';
import { startBackend, type TestBackend } from '../support/backend.ts';

const everybody: readonly StaffRole[] = staffRoles;
const staff: readonly StaffRole[] = ['manager', 'owner'];
const owners: readonly StaffRole[] = ['owner'];

/** The five routes of a collection that everybody may read and managers may write. */
const masterData = (url: string) => ({
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
  ...masterData('/departments/'),
  ...masterData('/contacts/'),
  ...masterData('/partner_categories/'),
  ...masterData('/partners/'),
  'GET /partners/{id}/qr/': everybody,
  'GET /partners/{partner}/users/': staff,
  'POST /partners/{partner}/users/': staff,
  ...masterData('/partners/{partner}/venues/'),
  'GET /partners/{partner}/venues/{id}/qr/': everybody,
  ...masterData('/partners/{partner}/videos/'),
  ...masterData('/video_categories/'),
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
  ...masterData('/sliders/'),
  'POST /sliders/reorder/': staff,
  ...masterData('/closure_categories/'),
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
  'DELETE /schedules/{id}/': staff,
  'GET /schedules/{id}/blocking_reservations/': everybody,
  'GET /calendar/': everybody,
  'GET /calendar/month/': everybody,
  'GET /shifts/': everybody,
  'GET /shifts/{id}/': everybody,
  'PATCH /shifts/{id}/': everybody,
  'DELETE /shifts/{id}/': staff,
  'PATCH /shifts/{id}/following/': everybody,
  'POST /shifts/{id}/following/preview/': everybody,
  'DELETE /shifts/{id}/following/': staff,
  'GET /shifts/{id}/blocking_reservations/': everybody,
  'GET /reservations/': everybody,
  'POST /reservations/': staff,
  'GET /reservations/{id}/': everybody,
  'PATCH /reservations/{id}/': staff,
  'DELETE /reservations/{id}/': staff,
  'POST /reservations/{id}/approve/': everybody,
  'POST /reservations/{id}/reject/': everybody,
  'POST /reservations/{id}/cancel/': staff,
  'POST /reservations/{id}/assign/': staff,
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

/**
 * The acts that need a proof of the person within the last ten minutes, whatever the form asks for. Written by hand, independently of
 * the routes: a new route that lets somebody in, or opens data of people, belongs here.
 */
const sensitive: readonly string[] = [
  'POST /auth/passkeys/options/',
  'POST /auth/passkeys/',
  'DELETE /auth/passkeys/{id}/',
  'POST /auth/totp/',
  'POST /auth/totp/confirm/',
  'DELETE /auth/totp/',
  'POST /auth/recovery_codes/',
  'POST /auth/email/',
  'DELETE /auth/national_ids/{id}/',
  'DELETE /auth/work_accounts/{id}/',
  'POST /calendar_feeds/',
  'POST /users/{id}/approve/',
  'POST /users/bulk_approve/',
  'POST /users/{id}/unsuspend/',
  'DELETE /users/{id}/national_ids/{identity}/',
  'DELETE /users/{id}/work_accounts/{identity}/',
  'POST /service_accounts/',
  'POST /service_accounts/{id}/rotate/',
  'DELETE /service_accounts/{id}/',
  'POST /webhooks/',
  'PATCH /webhooks/{id}/',
  'POST /webhooks/{id}/rotate_secret/',
  'GET /privacy/people/{id}/export/',
  'POST /privacy/people/{id}/erasure/',
  'POST /privacy/people/{id}/holds/',
  'POST /privacy/holds/{id}/end/',
  'POST /retention/{kind}/confirm/',
];

describe('the permissions of each route', () => {
  let backend: TestBackend;
  let app: FastifyInstance;
  beforeAll(async () => {
    backend = await startBackend('embedded');
    app = await backend.app({ flags: Object.fromEntries(flags.map((flag) => [flag, true])) });
  });
  afterAll(() => backend.close());

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

  it.each(
    Object.entries(rows)
      .filter(([, allowed]) => typeof allowed !== 'string')
      .map(([route]) => [route, sensitive.includes(route) ? 'needs' : 'does not need']),
  )('%s %s a proof of the last ten minutes', async (route, needs) => {
    const { headers } = await backend.signedIn({ role: 'owner' });
    backend.pass(10 * 60_000);
    const answer = await call(route, headers);
    const code = answer.body.startsWith('{') ? answer.json().code : undefined;
    expect(code === 'insufficient_user_authentication').toBe(needs === 'needs');
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
