import { barsOf, type ChartOption, frameOf, paintOf, type Series, still } from '#ui/chart/chartParts.ts';
import { colour } from '#ui/theme.ts';

/** The unit of the axis. */
export type Unit = 'whole' | 'seconds' | 'percent' | 'decimal';

type ChartData = {
  kind: 'bar' | 'area';
  /** The short label of each place. */
  ticks: readonly string[];
  /** Stacked if there are several. */
  series: readonly Series[];
  /** The comparison, as a dashed line. */
  before?: Series | undefined;
  unit: Unit;
  format: (value: number) => string;
};

const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 18_000, 36_000, 72_000, 180_000, 360_000];

/** The distance of grid lines for a maximum in seconds, as a round number of minutes or seconds. */
function stepOf(highest: number): number {
  return steps.find((step) => highest / step <= 5) ?? Math.ceil(highest / 5 / 360_000) * 360_000;
}

function axisOf(unit: Unit, highest: number) {
  if (unit === 'percent') return { max: 100 };
  if (unit === 'decimal') return { max: 5 };
  if (unit === 'whole') return { minInterval: 1 };
  return highest > 0 ? { interval: stepOf(highest) } : {};
}

/** The chart options of a figure over time, compared with the period before. */
export function chartOption({ kind, ticks, series, before, unit, format }: ChartData): ChartOption {
  const highest = Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const stack = series.length > 1 ? 'all' : undefined;
  const chartSeries = series.map((line, at) => {
    if (kind === 'bar') return barsOf(at, line, { stack, isDense: ticks.length > 40 });
    const paint = paintOf(at);
    const isStacked = stack !== undefined;
    return {
      ...still,
      name: line.name,
      // On a stack, the mark of a 0 would lie on the total and give it this colour.
      data: line.values.map((value) => (isStacked && value === 0 ? { value, symbol: 'none' } : value)),
      type: 'line' as const,
      stack,
      showSymbol: ticks.length <= 31,
      symbol: 'circle',
      symbolSize: 5,
      lineStyle: { color: paint.color, width: isStacked ? 0 : 2 },
      itemStyle: paint,
      areaStyle: { color: paint.color, opacity: isStacked ? 0.75 : 0.22 },
    };
  });
  const compared = before && {
    ...still,
    name: before.name,
    data: before.values.slice(0, ticks.length),
    type: 'line' as const,
    showSymbol: false,
    z: 5,
    lineStyle: { color: colour.textMuted, width: 1.5, type: [4, 4] },
    itemStyle: { color: colour.textMuted },
  };
  return {
    ...frameOf({
      ticks,
      boundaryGap: kind === 'bar' || ticks.length === 1,
      yAxis: axisOf(unit, highest),
      format,
    }),
    series: [...chartSeries, ...(compared ? [compared] : [])],
  };
}
