import { useAtomValue } from 'jotai';
import type { Page } from '#api/collection.ts';
import { useQueries } from '#api/query.ts';
import { createdOf } from '#crud/createdOf.ts';
import type { FeatureAlert } from '#crud/feature.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { useWord } from '#i18n/words.ts';
import { userAtom } from '#session/session.ts';
import { useEntries } from '#crud/openFeatures.ts';

/** How often alerts are polled while the page is visible, in milliseconds. Needs `LiveReads` around it. */
export const alertsEvery = 60_000;

/** The records that wait, or their number alone. */
type Counted = Page<unknown> | { waiting: number };

/** Before a count is first read, or if it is refused. */
const none: Counted = { count: 0, results: [] };

const pageOf = (counted: Counted): Page<unknown> =>
  'waiting' in counted ? { count: counted.waiting, results: [] } : counted;

/** Some of those who wait for an answer now: their number, and the first of them as far as known. */
type Waiting = { count: number; since: string | null; to: string };

/** An alert in the navigation: its entry, its list, the number, and the text for screen readers; who waits for an answer now. */
export type Alert = {
  entry: string;
  to: string;
  number: string;
  text: string;
  waiting: { emergencies: Waiting; others: Waiting } | null;
};

const isRecord = (value: unknown): value is { id: unknown; queue_type?: unknown } =>
  typeof value === 'object' && value !== null && 'id' in value;

/** Those who wait among the records of an alert, emergencies apart. */
function waitingOf({ count, results }: Page<unknown>, { to, urgent }: FeatureAlert): Alert['waiting'] {
  if (!urgent) return null;
  const emergencies = results.filter((record) => isRecord(record) && record.queue_type === 'emergency');
  const some = (number: number, [first]: unknown[]): Waiting => ({
    count: number,
    since: createdOf(first),
    to: isRecord(first) && typeof first.id === 'string' ? urgent(first.id) : to,
  });
  return {
    emergencies: some(emergencies.length, emergencies),
    others: some(
      count - emergencies.length,
      results.filter((record) => !emergencies.includes(record)),
    ),
  };
}

/** The alerts that this person may see, and whether some of them are of a former read because the last one failed. */
export function useAlertReads(): { alerts: Alert[]; hasFailed: boolean; retry: () => Promise<unknown> } {
  const word = useWord();
  const { numbers } = useFormats();
  const user = useAtomValue(userAtom);
  const shown = useEntries().flatMap(({ to, alert }) =>
    alert && user && alert.permission(user.verdicts) ? [{ entry: to, alert }] : [],
  );
  const { data, hasFailed, retry } = useQueries<Counted>(
    shown.map(({ alert }) => alert.read),
    none,
  );
  const alerts = shown.flatMap(({ entry, alert }, at) => {
    const page = pageOf(data?.[at] ?? none);
    if (page.count === 0) return [];
    const number = numbers.count(page.count);
    return [{ entry, to: alert.to, number, text: word(alert.label, { number }), waiting: waitingOf(page, alert) }];
  });
  return { alerts, hasFailed, retry };
}

/** The alerts that this person may see. */
export function useAlerts(): Alert[] {
  return useAlertReads().alerts;
}
