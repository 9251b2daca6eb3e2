import ICAL from 'ical.js';
import type { CDPSession } from 'playwright/test';
import { randomId } from '../../server/randomId.ts';
import { aWednesday } from '../support/aWednesday.ts';
import { expect, test } from '../support/browser.ts';
import { call, platformFrom } from '../support/pageCalls.ts';
import { startPushService } from '../support/pushService.ts';
import { startReceiver } from '../support/receiver.ts';

type Shift = { id: string; etag: string };

const unread = /^Notifications, unread: \d/;

test(
  'a moved shift reaches the interpreter and other systems on every way; an emergency that waits is on the coordinator’s screen',
  { tag: '@slow' },
  async ({ journeyOn }) => {
    const here = await journeyOn('dev', { needs: ['online'], inEnglish: true });
    const [owner, manager, interpreter] = [
      await here.enter(),
      await here.enter({ who: 'manager' }),
      await here.enter({ who: 'interpreter' }),
    ];
    const [service, receiver] = [await startPushService(), await startReceiver()];
    try {
      for (const page of [owner, manager, interpreter]) await page.goto(`${here.url}dashboard/versions`);
      const webhook = { url: receiver.url, description: 'Payroll', event_types: ['shift.changed'] };
      await call(owner, 'webhooks/', { method: 'POST', body: webhook });
      await call(interpreter, 'notifications/push/', { method: 'POST', body: service.subscribe() });
      const feed = { name: 'Phone', covers: 'own' };
      const { address } = await call<{ address: string }>(interpreter, 'calendar_feeds/', {
        method: 'POST',
        body: feed,
      });
      const { id: person } = await call<{ id: string }>(interpreter, 'auth/me/');
      const date = aWednesday(200);
      const plan = {
        ...{ interpreter: person, date, repeat: 'once', time_from: '09:00', time_to: '12:00' },
        ...{ location_type: 'remote', request_type: 'online', allowReservations: true },
      };
      const schedule = await call<{ id: string }>(manager, 'schedules/', { method: 'POST', body: plan });
      const shifts = `shifts/?from_day=${date}&to_day=${date}&schedule=${schedule.id}`;
      const [shift] = (await call<{ results: Shift[] }>(manager, shifts)).results;
      await call(interpreter, 'notifications/marks/', { method: 'POST', body: { ids: null, as: 'read' } });
      await expect(
        interpreter.getByRole('button', { name: here.say('shell:notifications'), exact: true }),
      ).toBeVisible();

      const moved = { time_from: '13:00', time_to: '16:00' };
      await call(manager, `shifts/${shift?.id}/`, { method: 'PATCH', body: moved, etag: shift?.etag ?? '' });

      const title = `Changed in your calendar: ${date.split('-').toReversed().join('-')}`;
      await interpreter.getByRole('button', { name: unread }).click();
      await expect(interpreter.getByRole('main').getByRole('link', { name: title })).toBeVisible();
      await expect.poll(() => service.titles()).toContain(title);
      await expect.poll(() => receiver.events.map(({ data }) => data['id'])).toContain(shift?.id);
      // The browser reads it, because it alone resolves the name of the deployment.
      const calendar = await manager.evaluate(async (url) => (await fetch(url)).text(), address);
      const entries = new ICAL.Component(ICAL.parse(calendar))
        .getAllSubcomponents('vevent')
        .map((one) => new ICAL.Event(one));
      const entry = entries.find(({ uid }) => uid.startsWith(`shift-${shift?.id}`));
      expect(entry?.startDate.toString().slice(0, 19)).toBe(`${date}T13:00:00`);

      await interpreter.getByRole('main').getByRole('link', { name: title }).click();
      await expect(interpreter).toHaveURL(new RegExp(`/dashboard/calendar\\?.*${date}`));
      await expect(
        interpreter.getByRole('button', { name: here.say('shell:notifications'), exact: true }),
      ).toBeVisible();

      await here.sql(`update interpretations set ended = created where outcome = 'waiting'`);
      const report = await platformFrom(owner);
      const emergency = { channel: 'online', session_mode: 'VRI', queue_type: 'emergency', category: 'Police' };
      await report('signboard.request.created', 'emergency-1', emergency);
      const band = manager.getByRole('complementary', { name: here.say('shell:waiting') });
      await expect(band.getByRole('link')).toHaveText('Emergencies waiting: 1');
      await report('signboard.request.ended', 'emergency-1', {});
      await expect(band).toBeHidden();
    } finally {
      await Promise.all([service.stop(), receiver.stop()]);
    }
  },
);

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

test('a push message is shown by the browser, and a press on it opens its page', async ({ journeyOn }) => {
  const here = await journeyOn('dev', { inEnglish: true });
  const page = await here.enter({ who: 'manager' });
  await page.goto(`${here.url}dashboard/notifications/settings`);
  await expect(page.getByRole('heading', { name: here.say('notifications:settingsTitle') })).toBeVisible();
  const registered = page.evaluate(async () => {
    await navigator.serviceWorker.register('/service-worker.js');
    await navigator.serviceWorker.ready;
  });
  const session = await page.context().newCDPSession(page);
  const registrationId = await registrationOf(session);
  await registered;
  const id = randomId();
  const data = JSON.stringify({
    ...{ id, title: 'Emergency waits for an answer', path: '/dashboard/contacts' },
    ...{ language: 'en', direction: 'ltr' },
  });
  const [worker] = page.context().serviceWorkers();
  // The headless browser refuses the permission to show notifications, so that the worker only notes them.
  await worker?.evaluate(noteNotifications);
  await session.send('ServiceWorker.deliverPushMessage', { origin: new URL(here.url).origin, registrationId, data });
  const shown = () => worker?.evaluate(() => (globalThis as unknown as Noting).noted);
  await expect
    .poll(shown)
    .toEqual([
      ['Emergency waits for an answer', { tag: id, lang: 'en', dir: 'ltr', data: { id, path: '/dashboard/contacts' } }],
    ]);
  await worker?.evaluate(pressNotification);
  await expect(page).toHaveURL(`${here.url}dashboard/contacts`);
});
