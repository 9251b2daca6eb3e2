import type { CDPSession, Page } from 'playwright/test';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { randomId } from '../../server/randomId.ts';
import { aWednesday } from '../support/aWednesday.ts';
import { expect, test } from '../support/browser.ts';
import { subscribe } from '../support/calendarPrograms.ts';
import { startNumericAddress } from '../support/numericAddress.ts';
import { call, platformFrom } from '../support/pageCalls.ts';
import { startPushService } from '../support/pushService.ts';
import { startReceiver } from '../support/receiver.ts';

type Shift = { id: string; etag: string };

const unread = /^Notifications, unread: \d/;

/** The service worker of the page as the browser knows it. */
async function registrationOf(session: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const active = versions.find(({ status }) => status === 'activated');
      if (active) resolve(active.registrationId);
    }),
  );
  await session.send('ServiceWorker.enable');
  return found;
}

type Noted = [title: string, options: { data: object }];
type Noting = {
  noted: Noted[];
  registration: { showNotification: (...noted: Noted) => Promise<void> };
  ExtendableEvent: new (type: string) => Event;
};

/** Runs in the worker: notes notifications instead of showing them. */
function noteNotifications() {
  const scope = globalThis as unknown as Noting;
  scope.noted = [];
  scope.registration.showNotification = async (...noted) => void scope.noted.push(noted);
}

/** Runs in the worker: presses the noted notification. */
function pressNotification() {
  const { noted, ExtendableEvent } = globalThis as unknown as Noting;
  const data = noted[0]?.[1].data;
  dispatchEvent(
    Object.assign(new ExtendableEvent('notificationclick'), { notification: { data, close: () => undefined } }),
  );
}

/** The service worker of a page, which gets messages as from a push service. */
async function startWorker(page: Page) {
  const registered = page.evaluate(async () => {
    await navigator.serviceWorker.register('/service-worker.js');
    await navigator.serviceWorker.ready;
  });
  const session = await page.context().newCDPSession(page);
  const registrationId = await registrationOf(session);
  await registered;
  const [worker] = page.context().serviceWorkers();
  // The headless browser refuses the permission to show notifications, so that the worker only notes them.
  await worker?.evaluate(noteNotifications);
  return {
    deliver: (message: object) =>
      session.send('ServiceWorker.deliverPushMessage', {
        origin: new URL(page.url()).origin,
        registrationId,
        data: JSON.stringify(message),
      }),
    shown: () => worker?.evaluate(() => (globalThis as unknown as Noting).noted),
    press: () => worker?.evaluate(pressNotification),
  };
}

test(
  'a moved shift reaches the interpreter and other systems on every way; an emergency that waits is on the coordinator’s screen',
  { tag: '@release' },
  async ({ journeyOn }) => {
    const here = await journeyOn('dev', { needs: ['online'], inEnglish: true });
    const [owner, manager, interpreter] = [
      await here.enter(),
      await here.enter({ who: 'manager' }),
      await here.enter({ who: 'interpreter' }),
    ];
    const [service, receiver, numeric] = [
      await startPushService(),
      await startReceiver(),
      await startNumericAddress(here.url),
    ];
    let calendar: Awaited<ReturnType<typeof subscribe>> | null = null;
    try {
      for (const page of [owner, manager, interpreter]) await page.goto(`${here.url}dashboard/versions`);
      const webhook = { url: receiver.url, description: 'Payroll', event_types: ['shift.changed'] };
      const { secret } = await call<{ secret: string }>(owner, 'webhooks/', { method: 'POST', body: webhook });
      await call(interpreter, 'notifications/push/', { method: 'POST', body: service.subscribe() });
      const feed = { name: 'Phone', covers: 'own' };
      const { address } = await call<{ address: string }>(interpreter, 'calendar_feeds/', {
        method: 'POST',
        body: feed,
      });
      const { id: person } = await call<{ id: string }>(interpreter, 'auth/me/');
      const date = aWednesday(200);
      const plan = {
        interpreter: person,
        date,
        repeat: 'once',
        time_from: '09:00',
        time_to: '12:00',
        location_type: 'remote',
        request_type: 'online',
        allowReservations: true,
      };
      const schedule = await call<{ id: string }>(manager, 'schedules/', { method: 'POST', body: plan });
      const shifts = `shifts/?from_day=${date}&to_day=${date}&schedule=${schedule.id}`;
      const [shift] = (await call<{ results: Shift[] }>(manager, shifts)).results;
      await call(interpreter, 'notifications/marks/', { method: 'POST', body: { ids: null } });
      await expect(
        interpreter.getByRole('button', { name: here.say('shell:notifications'), exact: true }),
      ).toBeVisible();

      calendar = await subscribe({ address: numeric.of(address), zone: here.tenant.timeZone });
      await calendar.sync();
      expect(await calendar.listed(date, 1)).toContainEqual(expect.stringMatching(/^09:00-12:00 /));
      const worker = await startWorker(interpreter);

      await manager.goto(`${here.url}dashboard/calendar?view=day&day=${date}&shift=${shift?.id}`);
      await manager.getByRole('button', { name: here.say('calendar:change'), exact: true }).click();
      const form = manager.getByRole('form', { name: here.say('calendar:change') });
      await form.getByLabel(here.say('calendar:from'), { exact: true }).fill('13:00');
      await form.getByLabel(here.say('calendar:to'), { exact: true }).fill('16:00');
      await form.getByRole('button', { name: here.say('crud:save') }).click();
      await expect(manager.getByText(here.say('calendar:saved'))).toBeVisible();

      const title = `Changed in your calendar: ${date.split('-').toReversed().join('-')}`;
      await interpreter.getByRole('button', { name: unread }).click();
      await expect(interpreter.getByRole('main').getByRole('link', { name: title })).toBeVisible();
      await expect.poll(() => service.titles()).toContain(title);
      const pushed = service.messages.find(({ content }) => content['title'] === title)?.content;
      const [id, path] = [pushed?.['id'], pushed?.['path']];
      await worker.deliver(pushed ?? {});
      await expect.poll(worker.shown).toEqual([[title, expect.objectContaining({ tag: id, data: { id, path } })]]);

      await expect.poll(() => receiver.events.map(({ data }) => data['id'])).toContain(shift?.id);
      for (const { headers, body } of receiver.received) new StandardWebhook(secret).verify(body, headers);

      await calendar.sync();
      const lines = await calendar.listed(date, 1);
      expect(lines).toContainEqual(expect.stringMatching(/^13:00-16:00 /));
      expect(lines).not.toContainEqual(expect.stringMatching(/^09:00-12:00 /));

      await interpreter.getByRole('main').getByRole('link', { name: title }).click();
      await expect(interpreter).toHaveURL(new RegExp(`/dashboard/calendar\\?.*${date}`));
      await expect(
        interpreter.getByRole('button', { name: here.say('shell:notifications'), exact: true }),
      ).toBeVisible();

      await here.sql(`update interpretations set ended = created where outcome = 'waiting'`);
      const report = await platformFrom(owner);
      const emergency = { channel: 'online', session_mode: 'VRI', queue_type: 'emergency', category: 'Police' };
      await report('signboard.request.created', 'emergency-1', emergency);
      // Managers and owners coordinate: both see it, on whatever page they are.
      for (const page of [owner, manager]) {
        const band = page.getByRole('complementary', { name: here.say('shell:waiting') });
        await expect(band).toContainText('Emergencies waiting: 1');
        await expect(page).toHaveTitle(/^\(1\) /);
      }
      await report('signboard.request.answered', 'emergency-1', { interpreter: here.emailOf('interpreter') });
      for (const page of [owner, manager]) {
        await expect(page.getByRole('complementary', { name: here.say('shell:waiting') })).toBeHidden();
        await expect(page).not.toHaveTitle(/^\(/);
      }
    } finally {
      calendar?.end();
      await Promise.all([service.stop(), receiver.stop(), numeric.stop()]);
    }
  },
);

test(
  'a push message is shown by the browser, and a press on it opens its page',
  { tag: '@slow' },
  async ({ journeyOn }) => {
    const here = await journeyOn('dev', { inEnglish: true });
    const page = await here.enter({ who: 'manager' });
    await page.goto(`${here.url}dashboard/notifications/settings`);
    await expect(page.getByRole('heading', { name: here.say('notifications:settings') })).toBeVisible();
    const worker = await startWorker(page);
    const id = randomId();
    await worker.deliver({
      id,
      title: 'Emergency waits for an answer',
      path: '/dashboard/contacts',
      language: 'en',
      direction: 'ltr',
      isUrgent: true,
    });
    await expect.poll(worker.shown).toEqual([
      [
        'Emergency waits for an answer',
        {
          tag: id,
          lang: 'en',
          dir: 'ltr',
          data: { id, path: '/dashboard/contacts' },
          requireInteraction: true,
          vibrate: expect.any(Array),
        },
      ],
    ]);
    await worker.press();
    await expect(page).toHaveURL(`${here.url}dashboard/contacts`);
  },
);
