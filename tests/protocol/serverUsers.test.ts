import { afterEach, describe, expect, it } from '@jest/globals';
import { languages } from '../../contract/languages.ts';
import { userActs } from '../../contract/acts.ts';
import { isSuspended, whereNotSuspended, whereSuspended } from '../../server/db/suspension.ts';
import { anyDatabase, testPassword, testStart } from '../support/backend.ts';
import { sharedBackendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';

const anna = {
  email: 'Anna.Jonsdottir@Testland.example',
  first_name: 'Anna',
  last_name: 'Jónsdóttir',
  role: 'interpreter',
  personal_number_last4: '0123',
  phone: '588 5522',
  language: 'is',
};

const day = 24 * 60 * 60_000;
const dashboardUrl = 'https://dashboard.testland.example/';

describe.each(anyDatabase)('users, on the %s database', (kind) => {
  const backend = sharedBackendOf(kind);
  afterEach(async () => {
    await backend.mailsAreSent();
    await backend.reset();
  });

  const signedInAs = async (role: 'owner' | 'manager' | 'interpreter') => {
    const app = await backend.app({ flags: { twoFactor: false }, options: { dashboardUrl } });
    const person = await backend.signedIn({ role });
    return { app, person, calls: callsOf(app, person) };
  };

  /** The acts on a user that are allowed. */
  const may = ({ can }: { can: Record<string, boolean> }) => userActs.filter((act) => can[act]);

  const linkTo = (email: string): string => {
    const mail = backend.sink.messages.findLast(({ to, text }) => to.includes(email) && text.includes('https:'));
    return /https:\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  };
  const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? '';

  // R139, R166
  it('are added with all their fields, approved, and read back', async () => {
    const { calls } = await signedInAs('owner');
    const department = (await calls.post('/departments/', { name: 'Reykjavík' })).json().id;
    const made = await calls.post('/users/', { ...anna, department });
    expect(made.statusCode).toBe(201);
    expect(made.json()).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      etag: made.headers.etag,
      email: 'anna.jonsdottir@testland.example',
      first_name: 'Anna',
      last_name: 'Jónsdóttir',
      role: 'interpreter',
      approval_status: 'approved',
      department,
      department_name: 'Reykjavík',
      personal_number_last4: '0123',
      phone: '+3545885522',
      social_registered: false,
      language: 'is',
      languages: [],
      partner: null,
      partner_name: null,
      suspension: null,
      rejection_reason: null,
      invitation: {
        state: 'sent',
        sent: testStart.toISOString(),
        expires: new Date(testStart.getTime() + 7 * day).toISOString(),
      },
      created: testStart.toISOString(),
      can: expect.any(Object),
    });
    expect(may(made.json())).toEqual([
      'update',
      'change_role',
      'change_department',
      'change_email',
      'delete',
      'suspend',
      'reject',
      'request_password_reset',
      'invite',
      'end_sessions',
    ]);
    expect((await calls.get(`/users/${made.json().id}/`)).json()).toEqual(made.json());
    expect(made.body).not.toContain('password_hash');
  });

  it('who are added are invited by mail to choose a password, and their state says how far they are', async () => {
    const { app, calls } = await signedInAs('manager');
    const made = (await calls.post('/users/', { ...anna, language: 'en' })).json();
    await backend.mailsAreSent();
    const mails = backend.sink.messages.filter(({ to }) => to.includes(made.email));
    expect(mails.map(({ subject }) => subject)).toEqual(['Your account at Brú & Co']);
    expect(mails[0]?.text).toContain('expires in 7 days');
    const url = `/users/${made.id}/`;
    backend.pass(7 * day);
    const later = callsOf(app, await backend.signedIn({ role: 'manager' }));
    const expired = (await later.get(url)).json();
    expect([expired.invitation.state, expired.can.invite]).toEqual(['expired', true]);
    const again = (await later.post(`${url}invite/`)).json();
    expect([again.invitation.state, again.etag]).toEqual(['sent', made.etag]);
    await backend.mailsAreSent();
    const token = tokenOf(linkTo(made.email));
    const chosen = { token, password: 'granite harbour lantern', password_confirmation: 'granite harbour lantern' };
    const post = (path: string, payload: object) => app.inject({ method: 'POST', url: path, payload });
    expect((await post('/auth/reset_password/check/', { token })).json()).toEqual({});
    expect((await post('/auth/reset_password/', chosen)).statusCode).toBe(204);
    expect((await post('/auth/reset_password/check/', { token })).json().code).toBe('reset_link_expired');
    const ready = (await later.get(url)).json();
    expect([ready.invitation, ready.can.invite]).toEqual([null, false]);
    const refused = await later.post(`${url}invite/`);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'transition_refused']);
  });

  it('are not invited if the person who adds them does not want it, or if their role may not sign in', async () => {
    const { calls } = await signedInAs('owner');
    const quiet = (await calls.post('/users/', { ...anna, invite: false })).json();
    expect(quiet.invitation).toEqual({ state: 'not_sent', sent: null, expires: null });
    const customer = (await calls.post('/users/', { ...anna, email: 'deaf@testland.example', role: 'deaf' })).json();
    expect([customer.invitation, customer.can.invite]).toEqual([null, false]);
    await backend.mailsAreSent();
    expect(backend.sink.messages).toEqual([]);
  });

  it('are invited with the national ID as the other way in, where there is one; linking it ends the invitation', async () => {
    const app = await backend.app({ flags: { twoFactor: false, nationalId: true }, options: { dashboardUrl } });
    const calls = callsOf(app, await backend.signedIn({ role: 'owner' }));
    const { id, email } = (await calls.post('/users/', { ...anna, language: 'en' })).json();
    await backend.mailsAreSent();
    const text = backend.sink.messages.findLast(({ to }) => to.includes(email))?.text;
    expect(text).toContain('You can also sign in with your national ID:');
    expect(text).toContain(`${dashboardUrl}auth/login`);
    await backend.database.db
      .insertInto('identities')
      .values({
        id: 'a'.repeat(24),
        kind: 'national_id',
        user_id: id,
        issuer: 'https://id.example',
        subject: 'any',
        linked: testStart,
      })
      .execute();
    expect((await calls.get(`/users/${id}/`)).json().invitation).toBeNull();
  });

  it('have their sessions and known browsers listed for those who may see them', async () => {
    const { app, person, calls } = await signedInAs('manager');
    const other = await backend.addUser({ role: 'interpreter' });
    await app.inject({ method: 'POST', url: '/auth/login/', payload: { email: other.email, password: testPassword } });
    const { sessions, devices } = (await calls.get(`/users/${other.id}/sign_ins/`)).json();
    const now = testStart.toISOString();
    expect(sessions).toMatchObject([{ started: now, expires: new Date(testStart.getTime() + day / 2).toISOString() }]);
    expect(devices).toEqual([{ first: now, last: now }]);
    const owner = await backend.addUser();
    expect((await calls.get(`/users/${owner.id}/sign_ins/`)).statusCode).toBe(404);
    expect((await calls.get(`/users/${person.id}/sign_ins/`)).json().sessions).toHaveLength(1);
  });

  // R166, R167, R168, R169
  it.each([
    [{ email: 'anna' }, { email: ['email_invalid'] }],
    [{ first_name: ' ' }, { first_name: ['required'] }],
    [{ first_name: 'Anna\r\nBcc: x@evil.example' }, { first_name: ['control_characters'] }],
    [{ last_name: 'see evil.example/a' }, { last_name: ['name_has_link'] }],
    [{ personal_number_last4: '12345' }, { personal_number_last4: ['digits_4'] }],
    [{ personal_number_last4: '12a4' }, { personal_number_last4: ['digits_4'] }],
    [{ phone: '123' }, { phone: ['phone_invalid'] }],
    [{ role: 'emperor' }, { role: ['invalid'] }],
    [{ department: '0123456789abcdef01234567' }, { department: ['not_found'] }],
    [{ password_hash: 'x' }, { password_hash: ['invalid'] }],
  ])('are refused with %j', async (change, errors) => {
    const { calls } = await signedInAs('owner');
    const answer = await calls.post('/users/', { ...anna, ...change });
    expect([answer.statusCode, answer.json().code, answer.json().errors]).toEqual([400, 'invalid', errors]);
    expect((await calls.get('/users/')).json().count).toBe(1);
  });

  // R172
  it('have unique e-mails, ignoring case', async () => {
    const { calls } = await signedInAs('owner');
    const other = await backend.addUser({ role: 'deaf' });
    await calls.post('/users/', anna);
    const refused = await calls.post('/users/', { ...anna, email: anna.email.toUpperCase() });
    expect(refused.json()).toMatchObject({ status: 409, code: 'email_taken', errors: { email: ['email_taken'] } });
    const { etag } = (await calls.get(`/users/${other.id}/`)).json();
    const changed = await calls.patch(`/users/${other.id}/`, etag, { email: anna.email });
    expect(changed.json().errors).toEqual({ email: ['email_taken'] });
  });

  it('are changed field by field; omitted fields stay unchanged', async () => {
    const { calls } = await signedInAs('owner');
    const { id, etag, ...made } = (await calls.post('/users/', anna)).json();
    const changed = await calls.patch(`/users/${id}/`, etag, { first_name: 'Anna Lísa', phone: null });
    expect(changed.json()).toEqual({ ...made, id, etag: changed.headers.etag, first_name: 'Anna Lísa', phone: null });
    const same = await calls.patch(`/users/${id}/`, changed.json().etag, {});
    expect(same.json()).toEqual(changed.json());
  });

  // R104
  it('are found by name, e-mail and phone, and filtered', async () => {
    const { calls } = await signedInAs('owner');
    await calls.post('/users/', anna);
    await backend.addUser({ role: 'deaf', approval_status: 'pending', social_registered: true, first_name: 'Ólöf' });
    await backend.addUser({ role: 'deaf', suspended_at: testStart });
    const count = async (query: string) => (await calls.get(`/users/?${query}`)).json().count;
    expect(await count('')).toBe(4);
    expect(await count('search=anna+j%C3%B3ns')).toBe(1);
    expect(await count(`search=${encodeURIComponent('ÓLÖF')}`)).toBe(1);
    expect(await count('search=5885')).toBe(1);
    expect(await count('search=olof')).toBe(1);
    expect(await count('search=jo+an')).toBe(1);
    expect(await count('search=na')).toBe(0);
    expect(await count('search=%25')).toBe(0);
    expect(await count('approval_status[]=pending')).toBe(1);
    expect(await count('social_registered=true')).toBe(1);
    expect(await count('suspended=true')).toBe(1);
    expect(await count('suspended=false&role[]=deaf')).toBe(1);
    for (const key of ['email', 'id', 'last_name', 'created', 'role', 'approval_status'])
      expect(await count(`ordering=-${key}`)).toBe(4);
  });

  it('are suspended from the start until the end, in SQL as in TypeScript', async () => {
    const before = new Date(testStart.getTime() - 1);
    const after = new Date(testStart.getTime() + 1);
    const cases: [from: Date | null, until: Date | null, isSuspended: boolean][] = [
      [null, null, false],
      [before, null, true],
      [testStart, null, true],
      [after, null, false],
      [before, before, false],
      [before, testStart, false],
      [before, after, true],
      [testStart, testStart, false],
      [testStart, after, true],
    ];
    for (const [suspended_at, suspension_expires, expected] of cases) {
      const { id } = await backend.addUser({ suspended_at, suspension_expires });
      const row = await backend.database.db
        .selectFrom('users')
        .select(['suspended_at', 'suspension_expires', whereSuspended(testStart).as('suspended')])
        .select(whereNotSuspended(testStart).as('not_suspended'))
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(row).toMatchObject({ suspended: expected, not_suspended: !expected });
      expect(isSuspended(row, testStart)).toBe(expected);
    }
  });

  it('are sorted alphabetically by last name, then first name', async () => {
    const { calls } = await signedInAs('owner');
    const people = [
      ['Zoé', 'Álvares'],
      ['Ana', 'de Souza'],
      ['Bia', 'De Souza'],
      ['Édipo', 'Zimmer'],
    ];
    for (const [first_name, last_name] of people.toReversed())
      await backend.addUser({ role: 'deaf', first_name, last_name });
    const { results } = (await calls.get('/users/?role[]=deaf&ordering=last_name')).json();
    expect(results.map((user: { first_name: string; last_name: string }) => [user.first_name, user.last_name])).toEqual(
      people,
    );
  });

  // R100, R101
  it('are suspended with a reason until a day, cannot sign in, and are restored', async () => {
    const { app, calls } = await signedInAs('manager');
    const user = await backend.signedIn({ role: 'interpreter' });
    const url = `/users/${user.id}/`;
    const expires = '2024-05-08T00:00:00+02:00';
    const suspended = await calls.post(`${url}suspend/`, { reason: 'Long leave', expires });
    expect(suspended.json().suspension).toEqual({
      since: testStart.toISOString(),
      reason: 'Long leave',
      expires: '2024-05-07T22:00:00.000Z',
    });
    expect(may(suspended.json())).toContain('unsuspend');
    expect((await callsOf(app, user).get('/auth/me/')).statusCode).toBe(401);
    expect((await calls.post(`${url}suspend/`, { reason: 'Again' })).json().code).toBe('transition_refused');
    const lifted = await calls.post(`${url}unsuspend/`);
    expect([lifted.statusCode, lifted.json().suspension]).toEqual([200, null]);
    expect((await calls.post(`${url}unsuspend/`)).json().code).toBe('transition_refused');
    const owner = callsOf(app, await backend.signedIn());
    const acts = (await owner.get(`/audit/?record=${user.id}&ordering=at&to=2024-12-30T22:00:00Z`)).json().results;
    expect(acts.map(({ act }: { act: string }) => act)).toEqual(['suspend', 'unsuspend']);
  });

  it('can sign in again when their suspension expires', async () => {
    const { calls } = await signedInAs('owner');
    const { id } = await backend.addUser({ role: 'deaf' });
    await calls.post(`/users/${id}/suspend/`, { reason: 'Rest', expires: '2024-05-01T08:00:00Z' });
    expect((await calls.get('/users/?suspended=true')).json().count).toBe(1);
    backend.pass(60 * 60_000);
    expect((await calls.get(`/users/${id}/`)).json().suspension).toBeNull();
    expect((await calls.get('/users/?suspended=true')).json().count).toBe(0);
  });

  it.each([
    [{ reason: 'Rest', expires: '2024-05-01T07:00:00Z' }, 'check_dates', { expires: ['check_dates'] }],
    [{ reason: 'Rest', expires: 'tomorrow' }, 'invalid', { expires: ['invalid'] }],
    [{ reason: 'Rest', expires: '2024-05-02T24:30:00Z' }, 'invalid', { expires: ['invalid'] }],
    [{}, 'invalid', { reason: ['required'] }],
  ])('are not suspended with %j', async (payload, code, errors) => {
    const { calls } = await signedInAs('owner');
    const { id } = await backend.addUser({ role: 'deaf' });
    const answer = await calls.post(`/users/${id}/suspend/`, payload);
    expect([answer.statusCode, answer.json().code, answer.json().errors]).toEqual([400, code, errors]);
  });

  it.each([
    ['pending', 'approve', 200],
    ['pending', 'reject', 200],
    ['approved', 'reject', 200],
    ['rejected', 'approve', 200],
    ['approved', 'approve', 409],
    ['rejected', 'reject', 409],
  ] as const)('that are %s answer %s with %i', async (approval_status, act, status) => {
    const { calls } = await signedInAs('manager');
    const { id } = await backend.addUser({ role: 'deaf', approval_status });
    expect(may((await calls.get(`/users/${id}/`)).json()).includes(act)).toBe(status === 200);
    const answer = await calls.post(`/users/${id}/${act}/`);
    expect(answer.statusCode).toBe(status);
    const now = (await calls.get(`/users/${id}/`)).json().approval_status;
    expect(now).toBe(status === 409 ? approval_status : act === 'approve' ? 'approved' : 'rejected');
  });

  it('are rejected with a reason, which they read in the mail and staff on their page until they are approved', async () => {
    const { calls } = await signedInAs('manager');
    const { id, email } = await backend.addUser({ role: 'interpreter', approval_status: 'pending' });
    const rejected = await calls.post(`/users/${id}/reject/`, { reason: 'No certificate' });
    expect(rejected.json()).toMatchObject({ approval_status: 'rejected', rejection_reason: 'No certificate' });
    await backend.mailsAreSent();
    expect(backend.sink.messages.findLast(({ to }) => to.includes(email))?.text).toContain('No certificate');
    const approved = await calls.post(`/users/${id}/approve/`);
    expect(approved.json()).toMatchObject({ approval_status: 'approved', rejection_reason: null });
  });

  it('are approved in bulk, with a result for each', async () => {
    const { calls, person } = await signedInAs('manager');
    const waiting = await backend.addUser({ role: 'interpreter', approval_status: 'pending' });
    const approved = await backend.addUser({ role: 'deaf' });
    const owner = await backend.addUser({ approval_status: 'pending' });
    const ids = [approved.id, waiting.id, person.id, owner.id];
    const answer = await calls.post('/users/bulk_approve/', { ids });
    expect([answer.statusCode, answer.json().results]).toEqual([
      200,
      [
        { id: approved.id, done: false, code: 'transition_refused' },
        { id: waiting.id, done: true, code: null },
        { id: person.id, done: false, code: 'not_oneself' },
        { id: owner.id, done: false, code: 'not_found' },
      ],
    ]);
    expect((await calls.get(`/users/${waiting.id}/`)).json().approval_status).toBe('approved');
    await backend.mailsAreSent();
    expect(backend.sink.messages.map(({ to }) => to).flat()).toEqual([waiting.email]);
  });

  it('are rejected in bulk for one reason, with a result for each', async () => {
    const { calls } = await signedInAs('manager');
    const waiting = await backend.addUser({ role: 'interpreter', approval_status: 'pending' });
    const rejected = await backend.addUser({ role: 'deaf', approval_status: 'rejected' });
    const ids = [rejected.id, waiting.id];
    const answer = await calls.post('/users/bulk_reject/', { ids, reason: 'Unknown to us' });
    expect(answer.json().results).toEqual([
      { id: rejected.id, done: false, code: 'transition_refused' },
      { id: waiting.id, done: true, code: null },
    ]);
    expect((await calls.get(`/users/${waiting.id}/`)).json()).toMatchObject({
      approval_status: 'rejected',
      rejection_reason: 'Unknown to us',
    });
    const { calls: others } = await signedInAs('interpreter');
    expect((await others.post('/users/bulk_approve/', { ids })).statusCode).toBe(403);
  });

  it('cannot change their own account status', async () => {
    const { calls, person } = await signedInAs('owner');
    await backend.addUser();
    const url = `/users/${person.id}/`;
    const user = (await calls.get(url)).json();
    expect(may(user)).toEqual(['update', 'change_department', 'request_password_reset']);
    const answers = [
      await calls.remove(url),
      await calls.post(`${url}suspend/`, { reason: 'Rest' }),
      await calls.post(`${url}reject/`),
      await calls.patch(url, user.etag, { role: 'manager' }),
    ];
    for (const answer of answers) expect([answer.statusCode, answer.json().code]).toEqual([403, 'not_oneself']);
    expect((await calls.patch(url, user.etag, { role: 'owner', first_name: 'Anna' })).statusCode).toBe(200);
  });

  it('who are owners are hidden from managers, who cannot create any', async () => {
    const { calls } = await signedInAs('manager');
    const owner = await backend.addUser();
    const missing = '0123456789abcdef01234567';
    const strip = ({ status, title, code }: Record<string, unknown>) => ({ status, title, code });
    for (const path of ['', 'suspend/', 'unsuspend/', 'approve/', 'reject/', 'request_password_reset/']) {
      const ask = async (id: string) => {
        const url = `/users/${id}/${path}`;
        const payload = path === 'suspend/' ? { reason: 'Rest' } : {};
        return strip((path ? await calls.post(url, payload) : await calls.get(url)).json());
      };
      expect(await ask(owner.id)).toEqual({ status: 404, title: 'Not Found', code: 'not_found' });
      expect(await ask(owner.id)).toEqual(await ask(missing));
    }
    expect((await calls.patch(`/users/${owner.id}/`, '"1"', { first_name: 'Anna' })).statusCode).toBe(404);
    expect((await calls.remove(`/users/${owner.id}/`)).statusCode).toBe(404);
    expect((await calls.get('/users/')).json().results.map(({ role }: { role: string }) => role)).toEqual(['manager']);
    expect((await calls.get('/users/?role[]=owner')).json().count).toBe(0);
    const made = await calls.post('/users/', { ...anna, role: 'owner' });
    expect(made.json()).toMatchObject({ status: 403, code: 'forbidden', errors: { role: ['forbidden'] } });
    const other = (await calls.post('/users/', anna)).json();
    expect((await calls.patch(`/users/${other.id}/`, other.etag, { role: 'owner' })).statusCode).toBe(403);
    expect((await calls.patch(`/users/${other.id}/`, other.etag, { role: 'manager' })).json().role).toBe('manager');
  });

  // R102
  it('are deleted in bulk, with a result for each', async () => {
    const { calls, person } = await signedInAs('manager');
    const owner = await backend.addUser();
    const gone = [await backend.addUser({ role: 'deaf' }), await backend.addUser({ role: 'interpreter' })];
    const missing = '0123456789abcdef01234567';
    const ids = [missing, gone[0]!.id, person.id, gone[1]!.id, owner.id];
    const answer = await calls.post('/users/bulk_delete/', { ids });
    expect(answer.json()).toEqual({
      results: [
        { id: missing, done: false, code: 'not_found' },
        { id: gone[0]!.id, done: true, code: null },
        { id: person.id, done: false, code: 'not_oneself' },
        { id: gone[1]!.id, done: true, code: null },
        { id: owner.id, done: false, code: 'not_found' },
      ],
    });
    const left = await backend.database.db.selectFrom('users').select('id').execute();
    expect(left.map(({ id }) => id).toSorted()).toEqual([person.id, owner.id].toSorted());
    expect((await calls.post('/users/bulk_delete/', { ids: [] })).json().errors).toEqual({ ids: ['invalid'] });
  });

  // R103
  it('get a link to a new password, which works once and ends their sessions', async () => {
    const { app, calls } = await signedInAs('manager');
    const user = await backend.signedIn({ role: 'interpreter', language: 'en' });
    const sent = await calls.post(`/users/${user.id}/request_password_reset/`);
    expect([sent.statusCode, sent.body]).toEqual([204, '']);
    const link = linkTo(user.email);
    expect(link).toMatch(/^https:\/\/dashboard\.testland\.example\/auth\/reset-password\?token=[\w-]{43}$/);
    const token = tokenOf(link);
    const reset = (body: object) => app.inject({ method: 'POST', url: '/auth/reset_password/', payload: body });
    const password = '  a new password ';
    const different = await reset({ token, password, password_confirmation: 'another password' });
    expect(different.json()).toMatchObject({
      status: 400,
      errors: { password_confirmation: ['passwords_must_match'] },
    });
    const short = await reset({ token, password: 'short', password_confirmation: 'short' });
    expect(short.json().errors).toEqual({ password: ['too_short'] });
    expect((await reset({ token, password, password_confirmation: password })).statusCode).toBe(204);
    expect((await reset({ token, password, password_confirmation: password })).json().code).toBe('reset_link_expired');
    expect((await callsOf(app, user).get('/auth/me/')).statusCode).toBe(401);
    const login = (typed: string) =>
      app.inject({ method: 'POST', url: '/auth/login/', payload: { email: user.email, password: typed } });
    expect((await login(testPassword)).json().code).toBe('bad_credentials');
    expect((await login(password)).statusCode).toBe(200);
    const owner = callsOf(app, await backend.signedIn());
    const trail = (await owner.get(`/audit/?record=${user.id}&ordering=at&to=2024-12-30T22:00:00Z`)).json().results;
    expect(trail.map(({ act }: { act: string }) => act)).toEqual(['request_password_reset', 'reset_password']);
    expect(JSON.stringify(trail)).not.toContain(token);
  });

  it('have an hour for their link, and a new password invalidates all links', async () => {
    const { app, calls } = await signedInAs('owner');
    const user = await backend.addUser({ role: 'interpreter' });
    const tokens: string[] = [];
    for (let turn = 0; turn < 2; turn += 1) {
      await calls.post(`/users/${user.id}/request_password_reset/`);
      tokens.push(tokenOf(linkTo(user.email)));
    }
    const reset = (token?: string) =>
      app.inject({
        method: 'POST',
        url: '/auth/reset_password/',
        payload: { token, password: 'a new password', password_confirmation: 'a new password' },
      });
    expect((await reset(tokens[0])).statusCode).toBe(204);
    expect((await reset(tokens[1])).json().code).toBe('reset_link_expired');
    await calls.post(`/users/${user.id}/request_password_reset/`);
    backend.pass(3_600_000);
    expect((await reset(tokenOf(linkTo(user.email)))).json().code).toBe('reset_link_expired');
  });

  it('request a link themselves, and the response reveals no accounts', async () => {
    const { app } = await signedInAs('owner');
    const user = await backend.addUser({ role: 'interpreter' });
    const waiting = await backend.addUser({ role: 'interpreter', approval_status: 'pending' });
    const ask = (email: string) => app.inject({ method: 'POST', url: '/auth/forgot_password/', payload: { email } });
    for (const email of [user.email.toUpperCase(), waiting.email, 'nobody@testland.example']) {
      const answer = await ask(email);
      expect([answer.statusCode, answer.body]).toEqual([204, '']);
    }
    await app.close();
    expect(backend.sink.messages.map(({ to }) => to)).toEqual([[user.email]]);
  });

  it('are limited in requesting links', async () => {
    const { app } = await signedInAs('owner');
    const ask = () => app.inject({ method: 'POST', url: '/auth/forgot_password/', payload: { email: 'a@b.example' } });
    for (let turn = 0; turn < 5; turn += 1) expect((await ask()).statusCode).toBe(204);
    expect((await ask()).json().code).toBe('too_many_requests');
  });

  it('have no link if the mail cannot be sent', async () => {
    const mailer = { send: () => Promise.reject(new Error('421 not now')), close: () => undefined };
    const owner = await backend.signedIn();
    for (const parts of [{ mailer, options: { dashboardUrl } }, {}]) {
      const calls = callsOf(await backend.app(parts), owner);
      const answer = await calls.post(`/users/${owner.id}/request_password_reset/`);
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'mail_failed']);
    }
    expect(await backend.database.db.selectFrom('mailed_links').selectAll().execute()).toEqual([]);
  });

  it.each(languages)('get the mail with the link in their own language (%s)', async (language) => {
    const { calls } = await signedInAs('owner');
    const user = await backend.addUser({ role: 'interpreter', language });
    await calls.post(`/users/${user.id}/request_password_reset/`);
    const mail = backend.sink.messages.find(({ to }) => to.includes(user.email));
    for (const body of [mail?.text, mail?.html]) {
      expect(body).toContain(tokenOf(linkTo(user.email)));
      expect(body).toMatch(/\b60\b/);
      expect(body).not.toMatch(/[{}]|undefined/);
    }
    expect(mail?.subject).toMatch(/Brú & Co/);
  });

  it('have no department while the flag is off', async () => {
    const { calls, person } = await signedInAs('owner');
    const { id } = (await calls.post('/departments/', { name: 'Reykjavík' })).json();
    await backend.database.db.updateTable('users').set({ department_id: id }).where('id', '=', person.id).execute();
    const without = callsOf(await backend.app({ flags: { departments: false } }), person);
    const read = (await without.get(`/users/${person.id}/`)).json();
    expect([read.department, read.department_name]).toEqual([null, null]);
    const refused = await without.patch(`/users/${person.id}/`, read.etag, { department: id });
    expect(refused.json().errors).toEqual({ department: ['feature_off'] });
  });
});
