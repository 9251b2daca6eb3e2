import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { type ECharts, type EChartsCoreOption, init, use as bring } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { font } from '../theme.ts';
import { type ColourToken, colourProperty } from '../tokens.ts';
import type { ChartData } from './series.ts';
import { seriesColours } from './seriesColours.ts';
import { usePalette } from './usePalette.ts';

bring([BarChart, LineChart, GridComponent, MarkLineComponent, TooltipComponent, SVGRenderer]);

/** Draws a chart with echarts, which knows nothing of custom properties and so is told every colour, anew in each palette. */
export function Canvas({ data }: { data: ChartData }) {
  return <Drawing key={usePalette()} data={data} />;
}

function Drawing({ data }: { data: ChartData }) {
  const place = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<ECharts | null>(null);

  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    let drawn: ECharts | null = null;
    // It is drawn once it has a size, and again whenever that changes.
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === 0) return;
      if (drawn) {
        drawn.resize();
        return;
      }
      drawn = init(element, null, { renderer: 'svg' });
      setChart(drawn);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      drawn?.dispose();
      setChart(null);
    };
  }, []);

  useEffect(() => {
    chart?.setOption(optionOf(data), { notMerge: true });
  }, [chart, data]);
  return <Place ref={place} />;
}

/** The colours of a palette as they are now. */
function coloursOf(): (token: ColourToken) => string {
  const style = getComputedStyle(document.documentElement);
  return (token) => style.getPropertyValue(colourProperty(token)).trim();
}

function optionOf({ categories, series, format, isWhole, mark }: ChartData): EChartsCoreOption {
  const colour = coloursOf();
  const words = { color: colour('textMuted'), fontFamily: font.family, fontSize: 12 };
  const line = { lineStyle: { color: colour('border') } };
  return {
    animation: false,
    grid: {
      top: mark ? 24 : 12,
      bottom: 4,
      left: 4,
      right: 4,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    tooltip: {
      trigger: 'axis',
      // Drawn and not written as HTML: what stands in it are other people's words.
      renderMode: 'richText',
      confine: true,
      axisPointer: { type: 'shadow', shadowStyle: { color: colour('text'), opacity: 0.06 } },
      backgroundColor: colour('surfaceRaised'),
      borderColor: colour('borderControl'),
      textStyle: { color: colour('text'), fontFamily: font.family, fontSize: 13, lineHeight: 20 },
      formatter: (points: { dataIndex: number }[]) => {
        const index = points[0]?.dataIndex ?? 0;
        const lines = series.map(({ label, values }) => `${label}: ${format(values[index] ?? null)}`);
        return [categories[index] ?? '', ...lines].join('\n');
      },
    },
    xAxis: {
      type: 'category',
      data: [...categories],
      axisLabel: { ...words, hideOverlap: true },
      axisLine: line,
      axisTick: { show: false },
    },
    yAxis: {
      type: 'value',
      ...(isWhole ? { minInterval: 1 } : {}),
      axisLabel: { ...words, formatter: (value: number) => format(value) },
      splitLine: line,
    },
    series: series.map(({ label, kind, values, stack }, index) => {
      const shade = colour(seriesColours[index % seriesColours.length] ?? 'chart1');
      const shared = {
        name: label,
        data: [...values],
        itemStyle: { color: shade },
        ...(stack === undefined ? {} : { stack }),
        ...(mark && index === 0
          ? {
              markLine: {
                symbol: 'none',
                silent: true,
                animation: false,
                lineStyle: { color: colour('text'), type: 'dashed' },
                label: {
                  ...words,
                  color: colour('text'),
                  formatter: mark.label,
                  position: 'end',
                  distance: 4,
                  align: mark.category > categories.length / 2 ? 'right' : 'left',
                },
                data: [{ xAxis: mark.category }],
              },
            }
          : {}),
      };
      if (kind === 'bar') return { ...shared, type: 'bar', barCategoryGap: '25%', barMaxWidth: 40 };
      return {
        ...shared,
        type: 'line',
        symbol: values.length === 1 ? 'circle' : 'none',
        lineStyle: { color: shade, width: 2 },
        ...(kind === 'step' ? { step: 'middle' } : {}),
        ...(kind === 'area' ? { areaStyle: { color: shade, opacity: 0.2 } } : {}),
      };
    }),
  };
}

const Place = styled.div`
  inline-size: 100%;
  block-size: 100%;
`;
