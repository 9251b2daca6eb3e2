import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { styled } from 'styled-components';
import { colour, elevation, focusRing, font, radius, space, visuallyHidden } from '../theme.ts';
import { useOnPaper } from '../useOnPaper.ts';
import type { ChartOption } from './chartParts.ts';
import { EChart, echarts, type RenderedChart } from './echarts.ts';

export type TimeChartProps = {
  /** The chart options: `frameOf` and the series. */
  option: ChartOption;
  /** The accessible name. */
  label: string;
  /** The text alternative of the chart. */
  description: string;
  /** The full name of each place on the time axis. */
  titles: readonly string[];
  /** The tooltip of a place, rendered and as text. */
  boxAt: (at: number) => ReactNode;
  words: (at: number) => string;
};

/** In pixels. */
const height = 300;
const svg = { renderer: 'svg' } as const;
const drawnStyle = { height };
/** The size of a chart on landscape paper, in pixels; other paper scales it. */
const paper = { width: 960, height: 210 };

/** The place that a key leads to, which may be beyond the ends; null for other keys. */
function placeOfKey(key: string, now: number, last: number): number | null {
  const to: Record<string, number> = {
    ArrowLeft: now - 1,
    ArrowDown: now - 1,
    ArrowRight: now + 1,
    ArrowUp: now + 1,
    PageDown: now - 7,
    PageUp: now + 7,
    Home: 0,
    End: last,
  };
  return to[key] ?? null;
}

/** Draws the chart as wide as its frame, and on paper in the size of paper. */
function useChartSize(
  chart: RefObject<RenderedChart | null>,
  frame: RefObject<HTMLElement | null>,
  isOnPaper: boolean,
) {
  useLayoutEffect(() => {
    const drawn = chart.current;
    if (!isOnPaper || !drawn) return undefined;
    drawn.resize(paper);
    // ECharts draws in the next frame, which is after printing.
    drawn.getZr().flush();
    const picture = drawn.getDom().querySelector('svg');
    picture?.setAttribute('viewBox', `0 0 ${paper.width} ${paper.height}`);
    return () => {
      picture?.removeAttribute('viewBox');
      drawn.resize({ width: 'auto', height: 'auto' });
    };
  }, [chart, isOnPaper]);

  // The component's own `autoResize` ignores the first change: a phone turned while its chart appears kept the narrow chart.
  useEffect(() => {
    if (isOnPaper || !frame.current) return undefined;
    const observer = new ResizeObserver(() => chart.current?.resize({ width: 'auto', height: 'auto' }));
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [chart, frame, isOnPaper]);
}

/**
 * Values over time as bars or areas. The values of a place are read with the pointer, or with arrow keys: for assistive
 * technology the chart is a slider over its places.
 */
export function TimeChart({ option, label, description, titles, boxAt, words }: TimeChartProps) {
  const descriptionId = useId();
  const chart = useRef<RenderedChart | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ at: number; x: number; width: number } | null>(null);
  const last = titles.length - 1;
  const isOnPaper = useOnPaper();
  useChartSize(chart, frame, isOnPaper);
  const show = (target: number) => {
    const at = Math.min(last, Math.max(0, target));
    const x = Number(chart.current?.convertToPixel({ xAxisIndex: 0 }, at) ?? 0);
    setPlace({ at, x, width: chart.current?.getWidth() ?? 0 });
  };
  const point = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const x = clientX - currentTarget.getBoundingClientRect().left;
    const at = Number(chart.current?.convertFromPixel({ xAxisIndex: 0 }, x) ?? Number.NaN);
    if (Number.isFinite(at)) show(Math.round(at));
  };
  const now = Math.min(place?.at ?? last, last);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setPlace(null);
    const target = placeOfKey(event.key, now, last);
    if (target === null) return;
    event.preventDefault();
    show(target);
  };
  return (
    <>
      <Frame
        ref={frame}
        dir="ltr"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-describedby={descriptionId}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={now}
        aria-valuetext={words(now)}
        onKeyDown={press}
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) show(now);
        }}
        onBlur={() => setPlace(null)}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setPlace(null)}
      >
        <EChart
          onChartReady={(instance: RenderedChart) => {
            chart.current = instance;
          }}
          echarts={echarts}
          option={option}
          notMerge
          opts={svg}
          autoResize={false}
          style={drawnStyle}
        />
        {place && !isOnPaper && (
          <>
            <Line style={{ left: place.x }} aria-hidden />
            <Box
              style={place.x > place.width / 2 ? { right: place.width - place.x + 10 } : { left: place.x + 10 }}
              aria-hidden
            >
              <strong>{titles[now]}</strong>
              {boxAt(now)}
            </Box>
          </>
        )}
      </Frame>
      <Words id={descriptionId}>{description}</Words>
    </>
  );
}

const Frame = styled.div`
  position: relative;
  border-radius: ${radius.medium};
  touch-action: pan-y;

  &:focus-visible {
    ${focusRing}
  }

  /* Printed as wide as the paper; the sizes on the elements are those of the screen. */
  @media print {
    & :is(div, svg) {
      position: static !important;
      inline-size: 100% !important;
      block-size: auto !important;
    }
  }
`;

const Line = styled.div`
  position: absolute;
  inset-block: 12px 28px;
  inline-size: 1px;
  background: ${colour.borderControl};
  pointer-events: none;
`;

const Box = styled.div`
  position: absolute;
  inset-block-start: ${space(2)};
  z-index: 1;
  min-inline-size: 160px;
  max-inline-size: 60%;
  padding: ${space(2)} ${space(3)};
  border: 1px solid ${colour.border};
  border-radius: ${radius.medium};
  background: ${colour.surfaceRaised};
  box-shadow: ${elevation.floating};
  font-size: ${font.size.compact};
  font-variant-numeric: tabular-nums;
  pointer-events: none;

  & > strong {
    display: block;
    margin-block-end: ${space(1)};
    font-weight: ${font.weight.semibold};
  }
`;

const Words = styled.p`
  ${visuallyHidden}
`;
