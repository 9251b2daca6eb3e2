/**
 * The service worker of a deployment with push messages: shows them, and opens what is pressed. It caches nothing and answers no requests.
 * The build serves this file as it is.
 */
const isPage = (path) => typeof path === 'string' && (path === '/dashboard' || /^\/dashboard[/?]/.test(path));

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('push', (event) => {
  const { id, title, path, language, direction, isUrgent } = event.data.json();
  // Deaf people hear no sound: an urgent message is felt, and stays until it is pressed.
  const urgent = isUrgent ? { requireInteraction: true, vibrate: [300, 150, 300, 150, 300] } : {};
  const options = { tag: id, lang: language, dir: direction, data: { id, path }, ...urgent };
  event.waitUntil(self.registration.showNotification(title, options));
});

/** Opens a page of the dashboard in a window that is open, which asks before it drops an unsaved form, or in a new one. */
async function open({ id, path }) {
  const target = isPage(path) ? path : '/dashboard/notifications';
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const dashboard = windows.find(({ url }) => isPage(new URL(url).pathname));
  if (!dashboard) return self.clients.openWindow(target);
  dashboard.postMessage({ opened: { id, path: target } }, []);
  return dashboard.focus();
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});
