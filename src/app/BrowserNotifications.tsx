import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useRef } from 'react';
import { notifications } from '#api/notifications.ts';
import { useInvalidate } from '#api/query.ts';
import { loadChunk } from '#lib/loadChunk.ts';
import { useNavigate } from '#lib/router.ts';
import { paths } from '#paths.ts';
import { userAtom } from '#session/session.ts';
import { useFlag } from '#tenant/TenantProvider.tsx';
import { newsNumberAtom } from './newsNumber.ts';

/** What the service worker tells a page after a press on a push message. */
type Opened = { opened: { id: string; path: string | null } };

const isOpened = (data: unknown): data is Opened => typeof data === 'object' && data !== null && 'opened' in data;

/** Shows new notifications of the person as notifications of the browser, and opens what they press. */
export function BrowserNotifications() {
  const user = useAtomValue(userAtom);
  const hasPush = useFlag('webPush') && (user?.offers.includes('push') ?? false);
  const person = user?.offers.includes('notifications') ? user.id : null;
  const newsNumber = useAtomValue(newsNumberAtom);
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  // Each answer repeats those of the last minute, which the person may have dismissed.
  const shownIds = useRef(new Set<string>());

  useEffect(() => {
    if (person === null || !hasPush) return;
    void loadChunk(() => import('#domain/webPush/resume.ts')).then(
      ({ resumePush }) => resumePush(),
      // Notifications of this device go on with the next page.
      (error: unknown) => console.warn(error),
    );
  }, [person, hasPush]);

  const open = useCallback(
    async (id: string, path: string | null) => {
      void navigate(path ?? paths.notifications.href());
      await notifications.mark({ ids: [id] });
      await invalidate(notifications.path);
    },
    [navigate, invalidate],
  );

  useEffect(() => {
    const mayShow = 'Notification' in window && Notification.permission === 'granted';
    if (person === null || newsNumber === 0 || !mayShow) return;
    const show = async () => {
      const { results } = await notifications.news();
      for (const { id, title, path } of results) {
        if (shownIds.current.has(id)) continue;
        shownIds.current.add(id);
        // Of the same one in several pages, and of a push message, only the last stays.
        const shown = new Notification(title, { tag: id });
        shown.addEventListener('click', () => {
          window.focus();
          shown.close();
          open(id, path).catch(() => undefined);
        });
      }
    };
    // The list behind the bell has them, too.
    show().catch(() => undefined);
  }, [person, newsNumber, open]);

  useEffect(() => {
    const hear = ({ data }: MessageEvent<unknown>) => {
      if (isOpened(data)) open(data.opened.id, data.opened.path).catch(() => undefined);
    };
    const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
    serviceWorker?.addEventListener('message', hear);
    return () => serviceWorker?.removeEventListener('message', hear);
  }, [open]);
  return null;
}
