import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { OverviewDay } from '../../../contract/overview.ts';
import { useMinute } from '#domain/useMinute.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { useFlag } from '#tenant/TenantProvider.tsx';
import { barsOf, type ChartOption, frameOf, type Series, still } from '#ui/chart/chartParts.ts';
import { Legend } from '#ui/chart/Legend.ts';
import { PlaceLines } from '#ui/chart/PlaceLines.tsx';
import { type SeriesKey, Swatch } from '#ui/chart/Swatch.tsx';
import { TimeChart } from '#ui/chart/TimeChart.tsx';
import { Hidden } from '#ui/Hidden.ts';
import { Table } from '#ui/Table.ts';
import { colour, focusRing, font, media, radius, space } from '#ui/theme.ts';

type Row = { series: SeriesKey; name: string; values: readonly (number | null)[] };

/** The half hours of a day as a chart and as a table. */
export function DayChart({ day: { half_hours } }: { day: OverviewDay }) {
  const { t } = useTranslation(['overview', 'chart']);
  const { numbers } = useFormats();
  const hasReservations = useFlag('reservations');
  const now = useMinute();
  const present = half_hours.findLastIndex(({ from }) => Date.parse(from) <= Date.parse(now));
  // From the server's text: the browser's time zone data may be out of date.
  const ticks = useMemo(() => half_hours.map(({ from }) => from.slice(11, 16)), [half_hours]);
  const rows = useMemo((): readonly Row[] => {
    // The future has no requests yet, which is not the same as 0.
    const requests = half_hours.map((halfHour, index) => (index > present ? null : halfHour.requests));
    return [
      { series: 0, name: t('dayRequests'), values: requests },
      ...(hasReservations
        ? [{ series: 1, name: t('dayReserved'), values: half_hours.map(({ reserved }) => reserved) }]
        : []),
      { series: 'level', name: t('dayPlanned'), values: half_hours.map(({ planned }) => planned) },
    ];
  }, [half_hours, present, hasReservations, t]);
  const option = useMemo(
    () =>
      dayOption({
        ticks,
        load: rows.slice(0, -1),
        planned: rows.at(-1) ?? { name: '', values: [] },
        present,
        now: t('now'),
        format: numbers.count,
      }),
    [ticks, rows, present, numbers, t],
  );
  const linesAt = (at: number) =>
    rows.map(({ series, name, values }) => ({ series, name, value: numbers.count(values[at] ?? null) }));
  const boxAt = (at: number) => <PlaceLines lines={linesAt(at)} />;
  const description = t('dayDescription', {
    requests: numbers.count(half_hours.reduce((sum, { requests }) => sum + requests, 0)),
    planned: numbers.count(Math.max(0, ...half_hours.map(({ planned }) => planned))),
  });
  return (
    <Root>
      <Legend>
        {rows.map(({ series, name }) => (
          <li key={name}>
            <Swatch series={series} />
            {name}
          </li>
        ))}
      </Legend>
      <TimeChart
        option={option}
        label={t('dayChart')}
        description={`${description} ${t('chart:help')}`}
        titles={ticks}
        words={(at) => [ticks[at], ...linesAt(at).map(({ name, value }) => `${name} ${value}`)].join(', ')}
        boxAt={boxAt}
      />
      <DayTable halfHours={half_hours} ticks={ticks} rows={rows} caption={description} />
    </Root>
  );
}

type DayTableProps = {
  halfHours: OverviewDay['half_hours'];
  ticks: readonly string[];
  rows: readonly Row[];
  caption: string;
};

/** The values of the chart as a table. */
function DayTable({ halfHours, ticks, rows, caption }: DayTableProps) {
  const { t } = useTranslation(['overview', 'chart']);
  const { numbers } = useFormats();
  return (
    <Twin>
      <summary>{t('chart:asTable')}</summary>
      <Scroll tabIndex={0} role="region" aria-label={t('chart:asTable')}>
        <Table>
          <Hidden as="caption">{caption}</Hidden>
          <thead>
            <tr>
              <th scope="col">{t('halfHour')}</th>
              {rows.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ticks.map((tick, index) => (
              <tr key={halfHours[index]?.from}>
                <th scope="row">
                  <bdi>{tick}</bdi>
                </th>
                {rows.map(({ name, values }) => (
                  <td key={name}>{numbers.count(values[index] ?? null)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </Scroll>
    </Twin>
  );
}

/** The chart options of a day: requests as stacked bars, and the number of planned interpreters as a line. */
function dayOption({
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
      ...load.map((series, at) => barsOf(at, series, { stack: 'load', isDense: true })),
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

const Root = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(3)};
  min-inline-size: 0;
`;

const Twin = styled.details`
  @media print {
    display: none;
  }

  & > summary {
    display: inline-flex;
    align-items: center;
    min-block-size: 32px;
    border-radius: ${radius.small};
    color: ${colour.accentText};
    font-weight: ${font.weight.medium};
    cursor: pointer;

    &:focus-visible {
      ${focusRing}
    }
  }

  & > summary::before {
    content: '▸' / '';
    inline-size: ${space(5)};
  }

  &[open] > summary::before {
    content: '▾' / '';
  }

  ${media.touch} {
    & > summary {
      min-block-size: 44px;
    }
  }
`;

const Scroll = styled.div`
  max-block-size: 360px;
  overflow: auto;
  border-block: 1px solid ${colour.border};

  &:focus-visible {
    ${focusRing}
  }
`;
