import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright/test';
import type { PlatformEventType } from '../../contract/platformNames.ts';
import { type MailSink, startSink } from '../../server/mail/sink.ts';
import { randomId } from '../../server/randomId.ts';
import { grayFilm } from '../../server/seed/media.ts';
import {
  codeField,
  createDatabase,
  dist,
  expect,
  expectOverview,
  giveCredentials,
  test as base,
} from '../support/browser.ts';
import { mailedCode } from '../support/deployment.ts';
import { testFilesKey } from '../support/fileKeys.ts';
import { freePort } from '../support/freePort.ts';
import { serveTenant } from '../support/nginx.ts';
import { startServer } from '../support/serverProcess.ts';

const run = promisify(execFile);
const repository = resolve(import.meta.dirname, '../..');
const source = 'https://video.example';

const main = (page: Page) => page.getByRole('main');
const rows = (page: Page) => main(page).locator('tbody').getByRole('row');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** The only row of a list; a list that is loading has empty ones. */
async function onlyRow(page: Page) {
  await expect(rows(page)).toHaveCount(1);
  return rows(page);
}
/** The text beside a name in the facts of a record. */
const fact = (page: Page, name: string) =>
  main(page)
    .locator('dt')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::dd[1]');

/** What a video platform sends with the secret of its service account. */
function platformAt(address: string, secret: string) {
  const authorization = `Bearer ${secret}`;
  return {
    send: async (type: PlatformEventType, subject: string, data: object, time = new Date()) => {
      const event = { specversion: '1.0', id: randomUUID(), source, type, subject, time: time.toISOString(), data };
      const headers = { authorization, 'content-type': 'application/cloudevents+json' };
      const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(event) });
      const { results } = (await answer.json()) as { results: object[] };
      expect([type, results]).toEqual([type, [expect.objectContaining({ status: 'accepted' })]]);
    },
    upload: async (object: string, bytes: Buffer) => {
      const url = new URL(`../recordings/?${new URLSearchParams({ source, object })}`, address);
      const headers = { authorization, 'content-type': 'video/webm' };
      const answer = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) });
      expect(answer.status).toBe(204);
    },
  };
}

/** A deployment that nobody has used: its owner, its page and its API as processes, and its mails. */
type Fresh = { password: string; origin: string; apiUrl: string; sink: MailSink };

const test = base.extend<{ fresh: Fresh }>({
  fresh: async ({ faults }, give) => {
    const database = await createDatabase(`empty_${randomId()}`);
    const settings = { TENANT: 'iceland', DATABASE_URL: database };
    const person = ['--email', 'anna@example.is', '--first-name', 'Anna', '--last-name', 'Jónsdóttir'];
    const { stdout } = await run('npm', ['run', '--silent', 'ops', '--', 'owner', ...person], {
      cwd: repository,
      env: { ...process.env, ...settings },
    });
    const password = /^Password: (\S+)$/m.exec(stdout)?.[1] ?? '';
    const [port, apiPort, sink] = [await freePort(), await freePort(), await startSink()];
    const [origin, apiUrl] = [`http://iceland.localhost:${port}`, `http://127.0.0.1:${apiPort}/`];
    const server = startServer({
      ...settings,
      FILES_KEY: testFilesKey,
      SMTP_URL: sink.url,
      PORT: String(apiPort),
      PUBLIC_URL: apiUrl,
      DASHBOARD_URL: `${origin}/`,
      CORS_ORIGINS: origin,
      STOP_DELAY_SECONDS: '0',
      STOP_TIMEOUT_SECONDS: '1',
    });
    await server.url;
    const web = await serveTenant({ dist, id: 'iceland', port, backendUrl: apiUrl });
    faults.allowOrigin(new URL(apiUrl).origin);
    await give({ password, origin, apiUrl, sink });
    await web.stop();
    server.child.kill('SIGTERM');
    await server.ended;
    await sink.stop();
  },
});

test('a deployment that `npm run ops -- owner` has made fills up in the browser from the events of a platform alone', async ({
  page,
  fresh: { password, origin, apiUrl, sink },
}) => {
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'en'));

  // The owner signs in, and finds nothing.
  await page.goto(origin);
  await giveCredentials(page, 'en', 'anna@example.is', password);
  await codeField(page, 'en').fill(await mailedCode(sink, 'anna@example.is'));
  await expectOverview(page, 'en');
  await expect(main(page)).toContainText('No requests yet in this period');
  await expect(main(page)).toContainText('Nobody is online right now');

  // She adds an interpreter, and an account for the platform, whose secret she sees once.
  await page.goto(`${origin}/dashboard/users/create`);
  await page.getByRole('textbox', { name: 'First name' }).fill('Una');
  await page.getByRole('textbox', { name: 'Last name' }).fill('Ósk');
  await page.getByRole('textbox', { name: 'E-mail' }).fill('una@example.org');
  await page.getByRole('button', { name: 'Choose' }).click();
  await page.getByRole('option', { name: 'Interpreter' }).click();
  await button(page, 'Add').click();
  await expect(page).not.toHaveURL(/create/);

  await page.goto(`${origin}/dashboard/service-accounts`);
  await button(page, 'Add a service account').click();
  const adding = page.getByRole('dialog', { name: 'Add a service account' });
  await adding.getByRole('textbox', { name: 'Name' }).fill('Video platform');
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  const shown = page.getByRole('alertdialog', { name: 'Copy the secret now' });
  const secret = (await shown.locator('code').textContent()) ?? '';
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  await page.reload();
  await expect(main(page).getByText('Video platform', { exact: true })).toBeVisible();
  await expect(page.getByText(secret)).toHaveCount(0);
  const address = `${apiUrl}platform/events/`;
  await expect(main(page).getByText(address, { exact: true })).toBeVisible();
  const { send, upload } = platformAt(address, secret);

  // The platform tells of a customer, a partner, its app, and of an interpreter who goes online while the overview is open.
  await page.goto(`${origin}/dashboard`);
  await send('signboard.customer.changed', 'customer-17', {
    email: 'jon@example.org',
    first_name: 'Jón',
    last_name: 'Helgason',
    phone: '+3545812345',
  });
  await send('signboard.partner.changed', 'partner-3', { name: 'Health centre', website: 'https://health.example' });
  await send('signboard.version.published', 'android', { version: '5.2.0' });
  await send('signboard.interpreter.presence', 'una@example.org', { online: true });
  await expect(main(page)).toContainText(/Interpreters online1At this moment/);

  // A request waits, goes on, and is over: on the open list, without a reload.
  const asked = Date.now() - 700_000;
  const at = (seconds: number) => new Date(asked + seconds * 1000);
  await page.goto(`${origin}/dashboard/online`);
  await expect(main(page)).toContainText('No online interpretations yet');
  const request = {
    channel: 'online',
    session_mode: 'VRI',
    queue_type: 'social',
    category: 'Health',
    customer: 'customer-17',
    partner: 'partner-3',
    note: 'Prefers to sign slowly',
  };
  await send('signboard.request.created', 'request-204', request, at(0));
  await expect(await onlyRow(page)).toContainText(/Health.*Waiting.*Jón Helgason.*Prefers to sign slowly/);
  await send('signboard.request.offered', 'request-204', { interpreter: 'una@example.org' }, at(2));
  await send('signboard.request.answered', 'request-204', { interpreter: 'una@example.org' }, at(12));
  await expect(await onlyRow(page)).toContainText(/Health.*In progress.*Jón Helgason.*Una Ósk/);

  // Its page follows, too: the end, the recording with its film, and the rating.
  await rows(page).getByRole('link').first().click();
  await expect(fact(page, 'Duration')).toContainText('In progress');
  const film = { recording: 'recording-9', media_kind: 'video' };
  await send('signboard.recording.started', 'request-204', film, at(15));
  await expect(main(page).getByText('Recording now', { exact: true })).toBeVisible();
  await send('signboard.request.ended', 'request-204', { closure_note: 'Another visit in June' }, at(660));
  await expect(fact(page, 'Duration')).toHaveText('10:48');
  await expect(fact(page, 'Waiting time')).toHaveText('0:12');
  await expect(fact(page, 'Customer')).toHaveText('Jón Helgason');
  await expect(fact(page, 'Interpreter')).toHaveText('Una Ósk');
  await expect(fact(page, 'Partner')).toHaveText('Health centre');
  await send('signboard.recording.ended', 'request-204', film, at(661));
  await send('signboard.recording.stored', 'request-204', { ...film, object: 'recording-9.webm' }, at(670));
  await upload('recording-9.webm', grayFilm(7));
  await expect(main(page).getByText('Ready', { exact: true })).toBeVisible();
  await button(page, 'Open').click();
  const player = main(page).locator('video');
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.duration)).toBe(7);
  await expect(fact(page, 'Feedback')).toHaveText('None yet');
  const ratings = { rating: 5, video_quality: 4, interpreter_quality: 5, notes: 'Very clear' };
  await send('signboard.request.rated', 'request-204', ratings, at(680));
  await expect(fact(page, 'Feedback')).toHaveText('5 of 5');
  await fact(page, 'Feedback').getByRole('link').click();
  await expect(fact(page, 'Notes')).toHaveText('Very clear');

  // Somebody who is not answered.
  await page.goto(`${origin}/dashboard/offline`);
  const visit = { ...request, channel: 'live', location_type: 'site', category: 'School' };
  await send('signboard.request.created', 'request-205', visit, at(600));
  await expect(await onlyRow(page)).toContainText(/On site.*School.*Waiting/);
  const pill = page.getByRole('banner').getByRole('link', { name: /^Requests waiting: 1/ });
  await expect(pill).toContainText('Find an interpreter');
  await send('signboard.request.abandoned', 'request-205', {}, at(640));
  await expect(await onlyRow(page)).toContainText(/School.*Not answered/);
  await expect(pill).toBeHidden();

  // The figures count what was sent.
  await page.goto(`${origin}/dashboard`);
  await expect(main(page)).toContainText(/Interpretation requests20\.\d+ a day on average/);
  await expect(main(page)).toContainText(/Average waiting time0:12Request to answer, mean of 1 answered/);
  await expect(main(page)).toContainText(/Service level50\s?%/);
  await expect(main(page)).toContainText(/Average feedback5(\.0+)?\/ 5.*1 rating/);
  await expect(main(page)).toContainText('Registered users3');
  await page.goto(`${origin}/dashboard/reports`);
  // Requests, answered, not answered, waiting, of unknown outcome; then waiting time, service level, durations and feedback.
  const figures = ['2', '1', '1', '0', '0', '0:12', '50.0', '10:48', '10:48', '5.00', '1'];
  await expect(main(page).locator('tfoot').getByRole('cell')).toHaveText(figures);

  // The lists have what the platform told of.
  await page.goto(`${origin}/dashboard/feedback`);
  await expect(await onlyRow(page)).toContainText(/Very clear.*Health.*Una Ósk.*0:12.*10:48/);
  await page.goto(`${origin}/dashboard/versions`);
  await expect(main(page).getByRole('row', { name: /^Android app 5\.2\.0/ })).toBeVisible();
  await page.goto(`${origin}/dashboard/partners`);
  await expect(await onlyRow(page)).toContainText('Health centre');
  await page.goto(`${origin}/dashboard/users?search=helgason`);
  await expect(await onlyRow(page)).toContainText('jon@example.org');
});
