import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReservationWork } from '../../../contract/reservations.ts';
import { useQuery } from '#api/query.ts';
import { reservationWork } from '#api/reservations.ts';
import { useMinute } from '#domain/useMinute.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { useSearchParams } from '#lib/router.ts';
import { useMayWrite } from '#session/useMayWrite.ts';

/** The statuses of reservations that take place, or may. */
const current = 'pending,approved';

/** The views of the reservations, with their parameters in the address; of some the number. */
const viewsOf = (today: string) =>
  ({
    toAnswer: { params: { open: 'true' }, counted: 'to_answer' },
    waiting: { params: { unanswered: 'true' }, counted: 'to_answer' },
    short: { params: { short: 'true' }, counted: 'short' },
    uncovered: { params: { uncovered: 'true' }, counted: 'uncovered' },
    today: { params: { from_day: today, to_day: today, status: current }, counted: 'today' },
    coming: { params: { past: 'false', status: current, taking_part: 'true' }, counted: null },
    all: { params: { view: 'all' }, counted: null },
  }) satisfies Record<string, { params: Record<string, string>; counted: keyof ReservationWork | null }>;

/** A view of the reservations: what waits for the person, or all. */
export type ViewId = keyof ReturnType<typeof viewsOf>;

const ofPlanners = ['toAnswer', 'short', 'uncovered', 'today', 'all'] as const satisfies ViewId[];
const ofInterpreters = ['waiting', 'coming', 'all'] as const satisfies ViewId[];

/**
 * The views of this person, and the one that the address shows. Without any parameter the address gets those of the first
 * view that has something; until that is known, `shown` is null.
 */
export function useWorkViews() {
  const { t } = useTranslation(['reservations', 'live']);
  const { dates, numbers } = useFormats();
  const plans = useMayWrite('reservations');
  const today = dates.dayOf(useMinute());
  const [address, setAddress] = useSearchParams();
  const { data: work, error } = useQuery(reservationWork);
  const all = useMemo(() => viewsOf(today), [today]);
  const ids: readonly ViewId[] = plans ? ofPlanners : ofInterpreters;
  const hasParams = (id: ViewId) =>
    Object.entries(all[id].params).every(([name, value]) => address.get(name) === value);
  const isBare = address.size === 0;
  const hasSome = (id: ViewId) => {
    const { counted } = all[id];
    return counted === null || (work !== undefined && work[counted] > 0);
  };
  const first = ids.find(hasSome) ?? 'all';
  const isKnown = work !== undefined || error !== undefined;
  const opened = isBare && isKnown ? new URLSearchParams(all[first].params).toString() : null;
  useEffect(() => {
    if (opened !== null) setAddress(new URLSearchParams(opened), { replace: true });
  }, [opened, setAddress]);
  const tabs = ids.map((id) => {
    const { params, counted } = all[id];
    return {
      id,
      label: id === 'today' ? t('live:today') : t(`views.${id}`),
      search: `?${new URLSearchParams(params)}`,
      count: work && counted ? numbers.count(work[counted]) : undefined,
    };
  });
  const shown = isBare ? null : (ids.find(hasParams) ?? 'all');
  return { tabs, shown, params: shown === null ? {} : all[shown].params };
}
