import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { intervals } from '../../../contract/figureNames.ts';
import type { StatisticsObjects } from '../../../contract/figures.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { Legend } from '#ui/chart/Legend.ts';
import { PlaceLines } from '#ui/chart/PlaceLines.tsx';
import { Swatch } from '#ui/chart/Swatch.tsx';
import { TimeChart } from '#ui/chart/TimeChart.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RadioGroup } from '#ui/RadioGroup.tsx';
import { Select } from '#ui/Select.tsx';
import { media, space } from '#ui/theme.ts';
import { chartOption, type Unit } from './chartOption.ts';
import { type FigureKind, figures, figuresOf, type Measure, measures } from './measures.ts';
import { chartKinds, type ReportChanges, type ReportState } from './reportState.ts';
import { useShown } from './useShown.ts';

type ChartCardProps = {
  state: ReportState;
  change: (changes: ReportChanges) => void;
  now: StatisticsObjects;
  /** The figures of the period before; undefined while loading. */
  before: StatisticsObjects | undefined;
};

/** The outcomes of requests, stacked in this order. */
const outcomes = ['answered', 'abandoned', 'waiting', 'unknown'] as const;

const unitOf: Record<FigureKind, Unit> = {
  count: 'whole',
  seconds: 'seconds',
  hours: 'seconds',
  percent: 'percent',
  rating: 'decimal',
};

/** What the chart shows: it is drawn again only when one of these changes. */
function useChart({
  state: { measure, chart, interval },
  now: { results, totals },
  before,
}: Omit<ChartCardProps, 'change'>) {
  const { t } = useTranslation('reports');
  const { dates } = useFormats();
  const shown = useShown();
  const { kind } = figures[measure];
  const series = useMemo(
    () =>
      (measure === 'requests' ? outcomes.filter((key) => key !== 'unknown' || totals.unknown > 0) : [measure]).map(
        (key) => ({
          key,
          name: t(`figures.${key}`),
          values: results.map((row) => row[key]),
        }),
      ),
    [t, measure, results, totals.unknown],
  );
  const ticks = useMemo(
    () => results.map(({ from_day }) => dates.day(from_day).slice(...(interval === 'months' ? [3] : [0, 5]))),
    [results, dates, interval],
  );
  const compared = useMemo(
    () => before && { name: t('before'), values: before.results.map((row) => row[measure]) },
    [t, before, measure],
  );
  const format = useMemo(() => (value: number) => axis(kind, value, shown), [kind, shown]);
  const option = useMemo(
    () => chartOption({ kind: chart, ticks, series, before: compared, unit: unitOf[kind], format }),
    [chart, ticks, series, compared, kind, format],
  );
  const titles = useMemo(
    () =>
      results.map(({ from_day, to_day }) =>
        from_day === to_day
          ? `${dates.weekday(from_day)} ${dates.day(from_day)}`
          : `${dates.day(from_day)} – ${dates.day(to_day)}`,
      ),
    [results, dates],
  );
  return { series, compared, option, titles };
}

/** One figure over time, as bars or areas, compared with the period before. */
export function ChartCard({ state, change, now, before }: ChartCardProps) {
  const { t } = useTranslation('reports');
  const shown = useShown();
  const { measure } = state;
  const { kind } = figures[measure];
  const { results } = now;
  const { series, compared, option, titles } = useChart({ state, now, before });
  const label = t(`figures.${measure}`);
  /** The lines of the tooltip at a place: the figure, its parts, and its value in the period before. */
  const linesAt = (at: number) => {
    const parts = series.map(({ name, values }, index) => ({
      series: index,
      name,
      value: shown.figure(kind, values[at] ?? null),
    }));
    const value = shown.figure(kind, results[at]?.[measure] ?? null);
    const was = compared && compared.values.length > at ? compared.values[at] : undefined;
    return {
      parts: parts.length > 1 ? [{ series: null, name: label, value }, ...parts] : parts,
      was: was === undefined ? null : shown.figure(kind, was),
    };
  };
  const linesIn = (at: number) => {
    const { parts, was } = linesAt(at);
    return (
      <PlaceLines
        lines={was === null ? parts : [...parts, { series: 'before' as const, name: t('before'), value: was }]}
      />
    );
  };
  const wordsAt = (at: number) => {
    const { parts, was } = linesAt(at);
    const texts = parts.map(({ name, value }) => `${name} ${value}`);
    return [titles[at], ...texts, ...(was === null ? [] : [t('wasBefore', { value: was })])].join(', ');
  };
  return (
    <Panel title={label} action={<ChartControls state={state} change={change} />}>
      <TimeChart
        option={option}
        label={`${t('chart')}: ${label}`}
        description={useDescription(now, state)}
        titles={titles}
        words={wordsAt}
        boxAt={linesIn}
      />
      <Legend>
        {series.map(({ key, name }, at) => (
          <li key={key}>
            <Swatch series={at} />
            {name}
          </li>
        ))}
        {compared && (
          <li>
            <Swatch series="before" />
            {compared.name}
          </li>
        )}
      </Legend>
    </Panel>
  );
}

/** Chooses the figure, the interval and the chart type. */
function ChartControls({ state: { measure, chart, interval }, change }: Pick<ChartCardProps, 'state' | 'change'>) {
  const { t } = useTranslation('reports');
  const { flags } = useTenant();
  return (
    <Controls>
      <Select<Measure>
        label={t('measure')}
        isLabelHidden
        choices={figuresOf(measures, flags).map((value) => ({ value, label: t(`figures.${value}`) }))}
        value={measure}
        onChange={(value) => change({ measure: value })}
      />
      <RadioGroup
        label={t('interval')}
        isLabelHidden
        choices={intervals.map((value) => ({ value, label: t(`intervals.${value}`) }))}
        value={interval}
        onChange={(value) => change({ interval: value })}
      />
      <RadioGroup
        label={t('chart')}
        isLabelHidden
        choices={chartKinds.map((value) => ({ value, label: t(`charts.${value}`) }))}
        value={chart}
        onChange={(value) => change({ chart: value })}
      />
    </Controls>
  );
}

/** The format of axis labels: short, because there are many. */
function axis(kind: FigureKind, value: number, shown: ReturnType<typeof useShown>): string {
  if (kind === 'percent') return `${value}\u00a0%`;
  if (kind === 'hours') return shown.figure(kind, value);
  return kind === 'rating' ? String(value) : shown.cell(kind, value);
}

/** A text alternative of the chart. */
function useDescription({ results, totals }: StatisticsObjects, { measure }: ReportState): string {
  const { t } = useTranslation(['reports', 'chart']);
  const { dates } = useFormats();
  const shown = useShown();
  const { kind } = figures[measure];
  const known = results
    .flatMap((row) => (row[measure] === null ? [] : [{ value: row[measure], from_day: row.from_day }]))
    .toSorted((a, b) => a.value - b.value);
  const [lowest] = known;
  const highest = known.at(-1);
  const textsOf = ({ value, from_day }: (typeof known)[number]) => ({
    value: shown.figure(kind, value),
    when: dates.day(from_day),
  });
  return [
    `${t('total')}: ${shown.figure(kind, totals[measure])}.`,
    highest && t('highest', textsOf(highest)),
    lowest && t('lowest', textsOf(lowest)),
    t('chart:help'),
  ]
    .filter(Boolean)
    .join(' ');
}

const Controls = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};

  & > :first-child {
    min-inline-size: 190px;
  }

  ${media.phone} {
    flex: 1 1 100%;

    & > * {
      flex: 1 1 100%;
    }
  }
`;
