import { describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { isoLanguage, languages } from '../../contract/languages.ts';
import { anyDatabase, testDeployment, testPassword, testStart, usualDatabase } from '../support/backend.ts';
import { sharedBackendOf } from '../support/backendOf.ts';
import { backendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';

const dashboardUrl = 'https://dashboard.testland.example/';
const gunnar = { email: 'gunnar@testland.example', first_name: 'Gunnar', last_name: 'Þórsson' };
const password = 'nýtt og langt lykilorð';
const chosen = { password, password_confirmation: password };

describe.each(anyDatabase)('registration and notifications of accounts, on the %s database', (kind) => {
  const backend = backendOf(kind);

  const open = () => backend.app({ flags: { registration: true, twoFactor: false }, options: { dashboardUrl } });
  const post = (app: FastifyInstance, url: string, payload: object) => app.inject({ method: 'POST', url, payload });
  const register = (app: FastifyInstance, changes: object = {}) =>
    post(app, '/auth/register/', { ...gunnar, ...changes });
  const confirm = (app: FastifyInstance, token: string, more: object = chosen) =>
    post(app, '/auth/register/confirm/', { token, ...more });
  const codeOf = (answer: Awaited<ReturnType<typeof post>>) => [answer.statusCode, answer.json().code];
  const mailTo = (email: string, about: RegExp = /./) =>
    backend.sink.waitFor(({ to, subject }) => to.includes(email) && about.test(subject));
  /** The token of the latest link mailed to an address; earlier mails are deleted. */
  const tokenFor = async (email: string) => {
    const { text } = await mailTo(email);
    backend.sink.messages.length = 0;
    return /auth\/register\?token=([\w-]{43})$/m.exec(text)?.[1] ?? '';
  };
  const people = () => backend.database.db.selectFrom('users').selectAll().where('email', '=', gunnar.email).execute();
  const login = (app: FastifyInstance, word: string, email = gunnar.email) =>
    post(app, '/auth/login/', { email, password: word });

  it('creates a pending account once the address is confirmed, notifies staff, and admits it when approved', async () => {
    const app = await open();
    const owner = await backend.signedIn({ email: 'owner@testland.example', language: 'en' });
    await backend.addUser({ email: 'manager@testland.example', role: 'manager', language: 'lt' });
    await backend.addUser({ email: 'away@testland.example', role: 'manager', suspended_at: testStart });
    await backend.addUser({ email: 'interpreter@testland.example', role: 'interpreter' });
    expect((await register(app, { phone: '588 5885', language: 'en' })).statusCode).toBe(204);
    expect(await people()).toEqual([]);
    const { text, html } = await mailTo(gunnar.email, /^Confirm your e-mail address for Brú & Co$/);
    expect(text).toMatch(/expires in 24 hours/);
    expect(html).toContain(`href="${dashboardUrl}auth/register?token=`);

    expect((await confirm(app, await tokenFor(gunnar.email))).statusCode).toBe(204);
    expect(await people()).toMatchObject([
      { ...gunnar, role: 'interpreter', approval_status: 'pending', phone: '+3545885885', language: 'en' },
    ]);
    const [{ id } = { id: '' }] = await people();
    expect((await mailTo('owner@testland.example', /Gunnar Þórsson is waiting/)).text).toContain(
      `${dashboardUrl}dashboard/users/${id}`,
    );
    expect((await mailTo('manager@testland.example')).subject).toBe('„Brú & Co“: Gunnar Þórsson laukia patvirtinimo');
    expect(codeOf(await login(app, password))).toEqual([403, 'account_not_approved']);

    const calls = callsOf(app, owner);
    expect((await calls.post(`/users/${id}/approve/`)).json()).toMatchObject({ approval_status: 'approved' });
    expect((await mailTo(gunnar.email, /is approved$/)).text).toContain(`${dashboardUrl}auth/login`);
    expect((await login(app, password)).statusCode).toBe(200);
    expect(backend.sink.messages.flatMap(({ to }) => to).toSorted((a, b) => a.localeCompare(b))).toEqual([
      gunnar.email,
      'manager@testland.example',
      'owner@testland.example',
    ]);
  });

  it('returns the same response for every address; people with an account are notified by e-mail', async () => {
    const app = await open();
    await backend.addUser({ email: gunnar.email, language: 'en' });
    const [known, unknown] = [await register(app), await register(app, { email: 'new@testland.example' })];
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body]);
    const mail = await mailTo(gunnar.email);
    expect(mail.subject).toBe('You already have an account with Brú & Co');
    expect(mail.text).not.toContain('token');
    expect((await login(app, testPassword)).statusCode).toBe(200);
  });

  it('accepts a link once, for a day, and only the first of two mailed to one address', async () => {
    const app = await open();
    await register(app);
    const late = await tokenFor(gunnar.email);
    backend.pass(24 * 3_600_000);
    expect(codeOf(await confirm(app, late))).toEqual([400, 'registration_link_expired']);
    await register(app);
    const first = await tokenFor(gunnar.email);
    await register(app, { first_name: 'Not Gunnar' });
    const second = await tokenFor(gunnar.email);
    const parallel = await Promise.all(Array.from({ length: 5 }, () => confirm(app, first)));
    expect(parallel.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1);
    expect(codeOf(await confirm(app, second))).toEqual([400, 'registration_link_expired']);
    expect(await people()).toMatchObject([gunnar]);
  });

  it.each(['Bo', 'Ó', 'Jean-Luc', 'St.John', 'J.R.', 'María José', '李'])('accepts the name %s', async (name) => {
    const app = await open();
    expect((await register(app, { first_name: name, last_name: name })).statusCode).toBe(204);
    expect((await confirm(app, await tokenFor(gunnar.email))).statusCode).toBe(204);
    expect(await people()).toMatchObject([{ first_name: name, last_name: name }]);
  });

  it.each([
    ['Gunnar\r\nBcc: everybody@testland.example', 'control_characters'],
    ['Gunnar\u2028Jónsson', 'control_characters'],
    ['Gunnar\u0007', 'control_characters'],
    ['Prize: https://evil.example/win', 'name_has_link'],
    ['www.evil.example', 'name_has_link'],
    ['Click evil.com', 'name_has_link'],
    ['(EVIL.COM)', 'name_has_link'],
    ['x'.repeat(101), 'too_long'],
  ])('refuses %j as a name, and mails nothing', async (name, code) => {
    const app = await open();
    for (const field of ['first_name', 'last_name'])
      expect((await register(app, { [field]: name })).json().errors).toEqual({ [field]: [code] });
    expect(await backend.database.db.selectFrom('mail_outbox').selectAll().execute()).toEqual([]);
    expect(backend.sink.messages).toEqual([]);
  });

  it('does not let a stored name inject mail headers', async () => {
    const app = await open();
    await register(app);
    const token = await tokenFor(gunnar.email);
    const first_name = 'Gunnar\r\nBcc: everybody@testland.example';
    const changes = JSON.stringify({ first_name });
    await sql`update mailed_links set details = details || ${changes}::jsonb`.execute(backend.database.db);
    const owner = await backend.addUser({ role: 'owner', language: 'en' });
    expect((await confirm(app, token)).statusCode).toBe(204);
    const { source } = await mailTo(owner.email);
    const [head = ''] = source.split('\r\n\r\n');
    expect(head).toMatch(/^To: /m);
    expect(head).not.toMatch(/^Bcc/im);
  });

  it('refuses a link whose address got an account meanwhile', async () => {
    const app = await open();
    await register(app);
    const token = await tokenFor(gunnar.email);
    await backend.addUser({ email: gunnar.email });
    expect(codeOf(await confirm(app, token))).toEqual([409, 'email_taken']);
  });

  it('validates, limits, expires, and does not exist while the flag is off', async () => {
    const app = await open();
    expect((await register(app, { email: 'x', first_name: '', phone: '12' })).json().errors).toMatchObject({
      email: ['email_invalid'],
      first_name: ['required'],
    });
    expect((await register(app, { phone: '12' })).json().errors).toEqual({ phone: ['phone_invalid'] });
    expect((await register(app, { role: 'owner' })).json().errors).toEqual({ role: ['invalid'] });
    expect((await confirm(app, 'x', { ...chosen, password_confirmation: 'other' })).json().errors).toEqual({
      password_confirmation: ['passwords_must_match'],
    });
    const max = 5;
    const asked = await Promise.all(Array.from({ length: max + 1 }, () => register(app)));
    expect(asked.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThan(0);
    const kept = () => backend.database.db.selectFrom('mailed_links').select('purpose').execute();
    expect((await kept()).length).toBeLessThanOrEqual(max);
    backend.pass(24 * 3_600_000);
    const later = await open();
    await later.ready();
    await later.close();
    expect(await kept()).toEqual([]);
    expect(codeOf(await register(await backend.app()))).toEqual([404, 'feature_off']);
  });

  it('notifies of each change of an account, once it has happened', async () => {
    const app = await open();
    const calls = callsOf(app, await backend.signedIn());
    const { id, email } = await backend.addUser({ role: 'manager', language: 'en' });
    const expires = '2024-05-10T05:30:00Z';
    await calls.post(`/users/${id}/suspend/`, { reason: 'Lost <the> badge', expires });
    const suspended = await mailTo(email, /suspended/);
    expect(suspended.text).toContain('Reason: Lost <the> badge\nLast day: 10-05-2024 08:30');
    expect(suspended.html).toContain('Lost &lt;the&gt; badge');
    expect((await calls.post(`/users/${id}/suspend/`, { reason: 'Again' })).statusCode).toBe(409);
    await calls.post(`/users/${id}/unsuspend/`);
    await mailTo(email, /is open again/);
    await calls.post(`/users/${id}/reject/`);
    await mailTo(email, /was not approved/);
    // Refused changes are not notified.
    expect(backend.sink.messages.filter(({ to }) => to.includes(email))).toHaveLength(3);
  });

  it('changes a password with the current one, and ends only the other sessions', async () => {
    const app = await open();
    const { id, email } = await backend.addUser({ role: 'manager', language: 'en' });
    const [session, otherSession] = [
      await backend.openSession({ id, email }),
      await backend.openSession({ id, email }),
    ];
    const [calls, elsewhere] = [callsOf(app, session), callsOf(app, otherSession)];
    const change = (current_password: string, more: object = chosen) =>
      calls.post('/auth/change_password/', { current_password, ...more });
    expect((await change('wrong')).json().errors).toEqual({ current_password: ['password_wrong'] });
    expect((await change(testPassword, { ...chosen, password: 'short' })).json().errors).toMatchObject({
      password: ['too_short'],
    });
    expect((await change(testPassword)).statusCode).toBe(204);
    expect((await calls.get('/auth/me/')).statusCode).toBe(200);
    expect((await elsewhere.get('/auth/me/')).statusCode).toBe(401);
    expect((await login(app, testPassword, email)).statusCode).toBe(400);
    expect((await login(app, password, email)).statusCode).toBe(200);
    expect((await mailTo(email)).subject).toBe('Your password for Brú & Co was changed');
    // The session keeps its original expiry.
    backend.pass(12 * 3_600_000);
    expect((await calls.get('/auth/me/')).statusCode).toBe(401);
  });
});

describe('mails about accounts', () => {
  const backend = sharedBackendOf(usualDatabase);

  it('are written in each reader’s language, as text and as HTML, with the brand', async () => {
    const app = await backend.app({
      flags: { registration: true },
      options: { dashboardUrl },
      deployment: {
        ...testDeployment,
        flags: { ...testDeployment.flags, registration: true },
        languages: languages.map((value) => ({ label: value, value, instance: 'dev', direction: 'ltr' as const })),
      },
    });
    const calls = callsOf(app, await backend.signedIn());
    const said = new Set<string>();
    for (const language of languages) {
      const email = `${language}@testland.example`;
      const { id } = await backend.addUser({ email, language, role: 'interpreter', approval_status: 'pending' });
      const acts = ['approve', 'suspend', 'unsuspend', 'reject', 'request_password_reset'];
      for (const act of acts) await calls.post(`/users/${id}/${act}/`, act === 'suspend' ? { reason: 'Reason' } : {});
      const asked = { ...gunnar, email: `new.${email}`, language };
      await app.inject({ method: 'POST', url: '/auth/register/', payload: asked });
      await app.inject({ method: 'POST', url: '/auth/register/', payload: { ...asked, email } });
      await backend.sink.waitFor(() => {
        const mails = backend.sink.messages.filter(({ to }) => to.some((each) => each.endsWith(email)));
        return mails.length === acts.length + 2;
      });
      for (const mail of backend.sink.messages) {
        expect(mail.html).toContain(`<html lang="${isoLanguage(language)}" dir="ltr">`);
        expect(mail.html).toContain('Brú &amp; Co');
        for (const body of [mail.subject, mail.text, mail.html]) expect(body).not.toMatch(/[{}]|undefined/);
        for (const line of mail.text.split('\n').filter((words) => words.trim() && words !== '-- '))
          for (const part of line.split(': ')) expect(mail.html).toContain(part.replaceAll('&', '&amp;'));
        said.add(mail.subject);
      }
      backend.sink.messages.length = 0;
    }
    expect(said.size).toBe(languages.length * 7);
  });
});
