import { useCallback, useMemo } from 'react';
import { type Interval, intervals } from '../../../contract/figureNames.ts';
import type { Params } from '#api/http.ts';
import type { DayRange } from '#lib/dates.ts';
import { useSearchParams } from '#lib/router.ts';
import { type Filter, valuesIn } from '#ui/list/filters.ts';
import { intervalFor, isRange, type Period, presets, rangeBefore, rangeOf } from './period.ts';
import { type Measure, measures } from './measures.ts';

/** The filters of reports: parameters of the call (R32, R34). */
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
/** A filter of reports. */
export type FilterName = (typeof filterNames)[number];

/** The chart types (R96). */
export const chartKinds = ['bar', 'area'] as const;

/** The state of the page, stored in its address. */
export type ReportState = {
  period: Period;
  range: DayRange;
  before: DayRange;
  interval: Interval;
  chart: (typeof chartKinds)[number];
  measure: Measure;
  /** The active filters, by name. */
  chosen: Record<FilterName, string[]>;
};

/** Reads an address; ignores unknown parameters, and filters that the deployment does not have. */
export function readReports(
  address: URLSearchParams,
  { today, filters, shown }: { today: string; filters: readonly Filter<FilterName>[]; shown: readonly Measure[] },
): ReportState {
  const given = { from: address.get('from_day') ?? '', to: address.get('to_day') ?? '' };
  const preset = presets.find((name) => name === address.get('period')) ?? 'last_30_days';
  const period = address.get('period') === 'custom' && isRange(given) ? 'custom' : preset;
  const range = period === 'custom' ? given : rangeOf(period, today);
  const chosen = (name: FilterName) => {
    const filter = filters.find((candidate) => candidate.name === name);
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

/** The parameters of the call for a state and its range. */
export function paramsOf({ chosen, interval }: ReportState, { from, to }: DayRange): Params {
  const filters = filterNames.filter((name) => chosen[name].length > 0).map((name) => [name, chosen[name]]);
  return { from_day: from, to_day: to, interval, ...(Object.fromEntries(filters) as Params) };
}

/** Changes to the address; null removes a parameter. */
export type ReportChanges = Partial<
  Record<FilterName | 'period' | 'from_day' | 'to_day' | 'interval' | 'chart' | 'measure', string | null>
>;

/** The page's state, stored in its address: Back restores it, sending the address shares it. */
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
