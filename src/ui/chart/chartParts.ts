import type { BarSeriesOption, LineSeriesOption } from 'echarts/charts';
import type { GridComponentOption, MarkLineComponentOption } from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import { colour, font } from '../theme.ts';
import { seriesColours } from '../tokens.ts';

/** The options of ECharts. Colours are CSS custom properties, so palette changes and printing need no re-render. */
export type ChartOption = ComposeOption<
  BarSeriesOption | LineSeriesOption | GridComponentOption | MarkLineComponentOption
>;

/** The values of one series; null is a gap. */
export type Series = { name: string; values: readonly (number | null)[] };

/** Patterns for all series but the first, so that colour is not the only difference. */
const patterns = [
  undefined,
  {
    symbol: 'rect',
    dashArrayX: [1, 0] as [number, number],
    dashArrayY: [2, 4] as [number, number],
    rotation: -Math.PI / 4,
    color: colour.surface,
  },
  {
    symbol: 'circle',
    dashArrayX: [
      [6, 6],
      [0, 6, 6, 0],
    ],
    dashArrayY: [6, 0] as [number, number],
    symbolSize: 0.6,
    color: colour.surface,
  },
];

/** The colour and the pattern of the series at an index. */
export const paintOf = (at: number) => ({
  color: colour[seriesColours[at % seriesColours.length] ?? 'chart1'],
  decal: patterns[at % patterns.length],
});

/** Disables pointer events of a series: the chart as a whole handles them. */
export const still = { silent: true, emphasis: { disabled: true } } as const;

/** The bars of the series at an index; series with the same `stack` are stacked. */
export function barsOf(
  at: number,
  { name, values }: Series,
  { stack, isDense }: { stack?: string | undefined; isDense: boolean },
): BarSeriesOption {
  return {
    ...still,
    name,
    data: [...values],
    type: 'bar',
    stack,
    barMaxWidth: 36,
    barCategoryGap: isDense ? '15%' : '30%',
    itemStyle: { ...paintOf(at), borderRadius: stack === undefined ? [3, 3, 0, 0] : 0 },
  };
}

/** The options that all charts share: fonts, lines, axes. */
export function frameOf({
  ticks,
  boundaryGap,
  yAxis,
  format,
}: {
  /** The short label of each place. */
  ticks: readonly string[];
  boundaryGap: boolean;
  yAxis: { max?: number; minInterval?: number; interval?: number };
  format: (value: number) => string;
}): ChartOption {
  return {
    animation: false,
    textStyle: { fontFamily: font.family, fontSize: 12 },
    grid: { left: 4, right: 12, top: 12, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: {
      type: 'category',
      data: [...ticks],
      boundaryGap,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: colour.borderControl } },
      axisLabel: { color: colour.textMuted, hideOverlap: true, margin: 10 },
    },
    yAxis: {
      type: 'value',
      min: 0,
      ...yAxis,
      splitNumber: 4,
      axisLabel: { color: colour.textMuted, formatter: (value: number) => format(value) },
      splitLine: { lineStyle: { color: colour.border } },
    },
  };
}
