import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { expect, test } from '@jest/globals';

const source = readFileSync(join(import.meta.dirname, 'serviceWorker.js'), 'utf8');

type Handler = (event: object) => void;

/** A service worker that has started, with the windows of its site. */
function start(windows: readonly string[] = []) {
  const handlers = new Map<string, Handler>();
  const opened: string[] = [];
  const sent: unknown[] = [];
  const shown: unknown[][] = [];
  const pages = windows.map((url) => ({
    url,
    postMessage: (message: unknown) => sent.push(message),
    focus: async () => undefined,
  }));
  const self = {
    addEventListener: (name: string, handler: Handler) => handlers.set(name, handler),
    skipWaiting: async () => undefined,
    registration: { showNotification: async (...shownNow: unknown[]) => shown.push(shownNow) },
    clients: { matchAll: async () => pages, openWindow: async (path: string) => opened.push(path) },
  };
  runInContext(source, createContext({ self, URL }));
  const dispatch = async (name: string, event: object) => {
    let done: unknown;
    handlers.get(name)?.({ ...event, waitUntil: (work: unknown) => (done = work) });
    await done;
  };
  const press = (path: unknown) =>
    dispatch('notificationclick', { notification: { close: () => undefined, data: { id: 'n1', path } } });
  return { dispatch, press, opened, sent, shown };
}

test.each([
  ['/dashboard', '/dashboard'],
  ['/dashboard/reservations/1', '/dashboard/reservations/1'],
  ['/dashboard?view=day', '/dashboard?view=day'],
  ['https://elsewhere.example/dashboard', '/dashboard/notifications'],
  ['//elsewhere.example/dashboard/', '/dashboard/notifications'],
  ['/dashboard.elsewhere.example/', '/dashboard/notifications'],
  ['javascript:alert(1)', '/dashboard/notifications'],
  [undefined, '/dashboard/notifications'],
])('a message with the path %s opens %s', async (path, expected) => {
  const worker = start(['https://site.example/auth/login']);
  await worker.press(path);
  expect(worker.opened).toEqual([expected]);
  expect(worker.sent).toEqual([]);
});

test('a dashboard that is open is told instead of being opened again', async () => {
  const worker = start(['https://site.example/dashboard/users?page=2']);
  await worker.press('https://elsewhere.example/');
  expect(worker.opened).toEqual([]);
  expect(worker.sent).toEqual([{ opened: { id: 'n1', path: '/dashboard/notifications' } }]);
});

test('only an urgent message vibrates and stays', async () => {
  const worker = start();
  const push = (isUrgent: boolean) => ({
    data: { json: () => ({ id: 'n1', title: 'T', path: '/dashboard', language: 'et', direction: 'ltr', isUrgent }) },
  });
  await worker.dispatch('push', push(false));
  await worker.dispatch('push', push(true));
  const options = { tag: 'n1', lang: 'et', dir: 'ltr', data: { id: 'n1', path: '/dashboard' } };
  expect(worker.shown).toEqual([
    ['T', options],
    ['T', { ...options, requireInteraction: true, vibrate: [300, 150, 300, 150, 300] }],
  ]);
});
