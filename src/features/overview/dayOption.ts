import { barsOf, type ChartOption, frameOf, type Series, still } from '#ui/chart/chartParts.ts';
import { colour } from '#ui/theme.ts';

/** The chart options of a day: requests as stacked bars, and the number of planned interpreters as a line. */
export function dayOption({
  ticks,
  load,
  planned,
  present,
  now,
  format,
}: {
  ticks: readonly string[];
  load: readonly Series[];
  planned: Series;
  /** The index of the current half hour, or -1. */
  present: number;
  now: string;
  format: (value: number) => string;
}): ChartOption {
  const frame = frameOf({ ticks, boundaryGap: true, yAxis: { minInterval: 1 }, format });
  return {
    ...frame,
    grid: { ...frame.grid, top: 24 },
    series: [
      ...load.map((one, at) => barsOf(at, one, { stack: 'load', isDense: true })),
      {
        ...still,
        name: planned.name,
        data: [...planned.values],
        type: 'line',
        step: 'middle',
        symbol: 'none',
        lineStyle: { color: colour.text, width: 2 },
        itemStyle: { color: colour.text },
        markLine:
          present < 0
            ? undefined
            : {
                symbol: 'none',
                silent: true,
                animation: false,
                lineStyle: { color: colour.textMuted, type: 'dashed' },
                // Keeps the label within the chart.
                label: {
                  formatter: now,
                  position: 'end',
                  distance: 4,
                  color: colour.text,
                  align: present > ticks.length / 2 ? 'right' : 'left',
                },
                data: [{ xAxis: present }],
              },
      },
    ],
  };
}
