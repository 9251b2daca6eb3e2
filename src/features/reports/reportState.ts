import { useCallback, useMemo } from 'react';
import { type Interval, intervals } from '../../../contract/figureNames.ts';
import type { Params } from '#api/http.ts';
import type { DayRange } from '#lib/dates.ts';
import { useSearchParams } from '#lib/router.ts';
import { type Filter, valuesIn } from '#ui/list/filters.ts';
import { intervalFor, isRange, type Period, presets, rangeBefore, rangeOf } from './period.ts';
import { type Measure, measures } from './measures.ts';

/** What reports can be narrowed by: the parameters of the call (specification §7). */
export const filterNames = [
  'session_channel',
  'session_type',
  'session_mode',
  'partner',
  'partner_category',
  'department',
  'interpreter',
  'user',
] as const;
/** What reports can be narrowed by. */
export type FilterName = (typeof filterNames)[number];

/** The ways a chart is drawn (specification §2). */
export const chartKinds = ['bar', 'area'] as const;

/** What the page shows, as its address says it. */
export type ReportState = {
  period: Period;
  range: DayRange;
  before: DayRange;
  interval: Interval;
  chart: (typeof chartKinds)[number];
  measure: Measure;
  /** What it is narrowed to, by the name of the filter. */
  chosen: Record<FilterName, string[]>;
};

/** Reads an address; what it does not know, or the deployment does not have, is as if it were not there. */
export function readReports(
  address: URLSearchParams,
  { today, filters, shown }: { today: string; filters: readonly Filter<FilterName>[]; shown: readonly Measure[] },
): ReportState {
  const own = { from: address.get('from_day') ?? '', to: address.get('to_day') ?? '' };
  const preset = presets.find((name) => name === address.get('period')) ?? 'last_30_days';
  const period = address.get('period') === 'custom' && isRange(own) ? 'custom' : preset;
  const range = period === 'custom' ? own : rangeOf(period, today);
  const chosen = (name: FilterName) => {
    const filter = filters.find((one) => one.name === name);
    return filter ? valuesIn(address, filter) : [];
  };
  return {
    period,
    range,
    before: rangeBefore(period, range),
    interval: intervals.find((name) => name === address.get('interval')) ?? intervalFor(range),
    chart: chartKinds.find((kind) => kind === address.get('chart')) ?? 'bar',
    measure: shown.find((name) => name === address.get('measure')) ?? measures[0],
    chosen: Object.fromEntries(filterNames.map((name) => [name, chosen(name)])) as ReportState['chosen'],
  };
}

/** What the server is asked for a state; `range` is the one that is meant. */
export function paramsOf({ chosen, interval }: ReportState, { from, to }: DayRange): Params {
  const filters = filterNames.filter((name) => chosen[name].length > 0).map((name) => [name, chosen[name]]);
  return { from_day: from, to_day: to, interval, ...(Object.fromEntries(filters) as Params) };
}

/** Changes to the address; null takes a parameter out. */
export type ReportChanges = Partial<
  Record<FilterName | 'period' | 'from_day' | 'to_day' | 'interval' | 'chart' | 'measure', string | null>
>;

/** The page's state, kept in its address: found again by Back, shared by sending it. */
export function useReportState({ today, filters, shown }: Parameters<typeof readReports>[1]) {
  const [address, setAddress] = useSearchParams();
  const state = useMemo(() => readReports(address, { today, filters, shown }), [address, today, filters, shown]);
  const change = useCallback(
    (changes: ReportChanges) =>
      setAddress(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(changes)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { preventScrollReset: true },
      ),
    [setAddress],
  );
  return { state, change };
}
