import { useAtomValue } from 'jotai';
import type { Page } from '#api/collection.ts';
import { useQueries } from '#api/query.ts';
import { createdOf } from '#crud/createdOf.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { useWord } from '#i18n/words.ts';
import { userAtom } from '#session/session.ts';
import { useEntries } from '#crud/openFeatures.ts';

/** How often alerts are polled while the page is visible, in milliseconds. Needs `LiveReads` around it. */
export const alertsEvery = 60_000;

/** Before a count is first read, or if it is refused. */
const none: Page<unknown> = { count: 0, results: [] };

/** People who wait for an answer now: their number, and since when the first has waited (ISO 8601; null: unknown). */
type Waiting = { count: number; since: string | null };

/** An alert in the navigation: its entry, its list, the number, and the text for screen readers. */
export type Alert = { entry: string; to: string; number: string; text: string; waiting: Waiting | null };

/** The alerts that this person may see, and whether some of them are of a former read because the last one failed. */
export function useAlertReads(): { alerts: Alert[]; hasFailed: boolean; retry: () => Promise<unknown> } {
  const word = useWord();
  const { numbers } = useFormats();
  const user = useAtomValue(userAtom);
  const shown = useEntries().flatMap(({ to, alert }) =>
    alert && user && alert.permission(user.verdicts) ? [{ entry: to, alert }] : [],
  );
  const { data, hasFailed, retry } = useQueries<Page<unknown>>(
    shown.map(({ alert }) => alert.read),
    none,
  );
  const alerts = shown.flatMap(({ entry, alert }, at) => {
    const count = data?.[at]?.count ?? 0;
    if (count === 0) return [];
    const number = numbers.count(count);
    const waiting = alert.isUrgent ? { count, since: createdOf(data?.[at]?.results[0]) } : null;
    return [{ entry, to: alert.to, number, text: word(alert.label, { number }), waiting }];
  });
  return { alerts, hasFailed, retry };
}

/** The alerts that this person may see. */
export function useAlerts(): Alert[] {
  return useAlertReads().alerts;
}
