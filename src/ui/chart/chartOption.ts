import type { BarSeriesOption, LineSeriesOption } from 'echarts/charts';
import type { GridComponentOption } from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import { font } from '../theme.ts';
import { colour } from '../tokens.ts';
import { seriesColours } from './seriesColours.ts';

/** What stands beside the axis. */
export type Unit = 'whole' | 'seconds' | 'percent' | 'decimal';

/** One row of values; null is a gap. */
export type Series = { name: string; values: readonly (number | null)[] };

export type ChartData = {
  kind: 'bar' | 'area';
  /** What stands below each place, short. */
  ticks: readonly string[];
  /** On top of each other where there are several; each in a colour and a pattern of its own. */
  series: readonly Series[];
  /** A dashed line to compare with. */
  before?: Series;
  unit: Unit;
  format: (value: number) => string;
};

type Option = ComposeOption<BarSeriesOption | LineSeriesOption | GridComponentOption>;

/** A pattern for each but the first, so that nothing is told by colour alone. */
const patterns = [
  undefined,
  { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [2, 4], rotation: -Math.PI / 4, color: colour.surface },
  {
    symbol: 'circle',
    dashArrayX: [
      [6, 6],
      [0, 6, 6, 0],
    ],
    dashArrayY: [6, 0],
    symbolSize: 0.6,
    color: colour.surface,
  },
];

const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 18_000, 36_000, 72_000, 180_000, 360_000];

/** Seconds are counted in sixties: the distance of the lines for a highest value. */
function stepOf(highest: number): number {
  return steps.find((step) => highest / step <= 5) ?? Math.ceil(highest / 5 / 360_000) * 360_000;
}

/** What echarts is told. Colours are names of the page's own, so light, dark and paper need nothing drawn anew. */
export function chartOption({ kind, ticks, series, before, unit, format }: ChartData): Option {
  const highest = Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const drawn = series.map(({ name, values }, at) => {
    const own = colour[seriesColours[at % seriesColours.length] ?? 'chart1'];
    const decal = patterns[at % patterns.length];
    const common = { name, data: [...values], silent: true, emphasis: { disabled: true } };
    const stack = series.length > 1 ? 'all' : undefined;
    if (kind === 'bar')
      return {
        ...common,
        type: 'bar' as const,
        stack,
        barMaxWidth: 36,
        barCategoryGap: ticks.length > 40 ? '15%' : '30%',
        itemStyle: {
          color: own,
          decal,
          borderRadius: series.length > 1 ? 0 : ([3, 3, 0, 0] as [number, number, number, number]),
        },
      };
    return {
      ...common,
      type: 'line' as const,
      stack,
      showSymbol: ticks.length <= 31,
      symbol: 'circle',
      symbolSize: 5,
      lineStyle: { color: own, width: 2 },
      itemStyle: { color: own, decal },
      areaStyle: { color: own, opacity: series.length > 1 ? 0.75 : 0.22 },
    };
  });
  const compared = before && {
    name: before.name,
    data: before.values.slice(0, ticks.length),
    type: 'line' as const,
    silent: true,
    emphasis: { disabled: true },
    showSymbol: false,
    z: 5,
    lineStyle: { color: colour.textMuted, width: 1.5, type: [4, 4] },
    itemStyle: { color: colour.textMuted },
  };
  return {
    animation: false,
    textStyle: { fontFamily: font.family, fontSize: 12 },
    grid: { left: 4, right: 12, top: 12, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: {
      type: 'category',
      data: [...ticks],
      boundaryGap: kind === 'bar' || ticks.length === 1,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: colour.borderControl } },
      axisLabel: { color: colour.textMuted, hideOverlap: true, margin: 10 },
    },
    yAxis: {
      type: 'value',
      min: 0,
      ...(unit === 'percent' ? { max: 100 } : unit === 'decimal' ? { max: 5 } : {}),
      ...(unit === 'whole' ? { minInterval: 1 } : {}),
      ...(unit === 'seconds' && highest > 0 ? { interval: stepOf(highest) } : {}),
      splitNumber: 4,
      axisLabel: { color: colour.textMuted, formatter: (value: number) => format(value) },
      splitLine: { lineStyle: { color: colour.border } },
    },
    series: [...drawn, ...(compared ? [compared] : [])],
  };
}
