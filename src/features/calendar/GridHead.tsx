import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useFormats } from '#i18n/useFormats.ts';
import { colour, font, radius, space } from '#ui/theme.ts';
import { hoursOf, placeIn, type Span } from './layout.ts';
import { leastWidth } from './measures.ts';
import { NameCell } from './NameCell.ts';
import type { HolidayNames } from './useHolidays.ts';
import { viewerTime } from './viewerTime.ts';

/** The height of the head, in pixels. */
export const headHeight = 40;

type GridHeadProps = {
  days: readonly string[];
  holidays: HolidayNames;
  today: string;
  /** The day, if lanes are timelines. */
  timeline: Span | null;
  /** Whether the viewer's clock shows another time. */
  showsViewerTime: boolean;
  /** Where the current time is, as a CSS length; null if today is not shown. */
  nowAt: string | null;
};

/** The days above the lanes, or the hours of one day. */
export const GridHead = memo(function GridHead({
  days,
  holidays,
  today,
  timeline,
  showsViewerTime,
  nowAt,
}: GridHeadProps) {
  const { t } = useTranslation('calendar');
  const { dates } = useFormats();
  const [single] = days;
  return (
    <Head role="row" aria-rowindex={1}>
      <NameCell role="columnheader">{t('interpreter')}</NameCell>
      {timeline ? (
        <Axis role="columnheader" aria-label={single && dates.longDay(single)}>
          {hoursOf(timeline).map((at, index) =>
            index % 2 === 0 ? (
              <Hour
                key={at}
                style={{ insetInlineStart: `${placeIn(timeline, { from: timeline.from, to: at }).size}%` }}
              >
                {dates.time(new Date(at).toISOString())}
                {showsViewerTime && <ViewerTime>{viewerTime(new Date(at).toISOString())}</ViewerTime>}
              </Hour>
            ) : null,
          )}
        </Axis>
      ) : (
        days.map((day) => (
          <DayName
            key={day}
            role="columnheader"
            data-holiday={holidays.has(day) || undefined}
            aria-current={day === today ? 'date' : undefined}
          >
            <span>{dates.weekday(day)}</span> <b>{Number(day.slice(8))}</b>{' '}
            {holidays.has(day) && <Holiday title={holidays.get(day)}>{holidays.get(day)}</Holiday>}
          </DayName>
        ))
      )}
      {nowAt !== null && <NowDot aria-hidden style={{ insetInlineStart: nowAt }} />}
    </Head>
  );
});

const Head = styled.div`
  position: sticky;
  inset-block-start: 0;
  z-index: 6;
  display: flex;
  min-inline-size: ${leastWidth}px;
  block-size: ${headHeight}px;
  border-block-end: 1px solid ${colour.border};
  background: ${colour.surface};
  color: ${colour.textMuted};
  font-size: ${font.size.small};
`;

const DayName = styled.div`
  display: flex;
  align-items: center;
  flex: 1 1 0;
  gap: ${space(1.5)};
  min-inline-size: 0;
  padding-inline: ${space(2)};

  & > b {
    color: ${colour.text};
    font-size: ${font.size.body};
    font-weight: ${font.weight.semibold};
    font-variant-numeric: tabular-nums;
  }

  &[data-holiday] {
    background: ${colour.surfaceSunken};
  }

  & + & {
    border-inline-start: 1px solid ${colour.border};
  }

  &[aria-current] > b {
    min-inline-size: 26px;
    padding: ${space(0.5)} ${space(1.5)};
    border-radius: ${radius.round};
    background: ${colour.accent};
    color: ${colour.onAccent};
    text-align: center;
  }
`;

const Holiday = styled.span`
  overflow: hidden;
  min-inline-size: 0;
  font-size: 0.6875rem;
  line-height: 1.15;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

const Axis = styled.div`
  position: relative;
  flex: 1;
`;

const Hour = styled.span`
  position: absolute;
  inset-block: 0;
  display: flex;
  flex-direction: column;
  justify-content: center;
  line-height: 1.2;
  padding-inline-start: ${space(1)};
  font-variant-numeric: tabular-nums;
`;

/** The same hour in the viewer's time zone. */
const ViewerTime = styled.span`
  font-size: 0.6875rem;
`;

/** Marks the current time; sticky like the days. */
const NowDot = styled.div`
  position: absolute;
  inset-block-end: -5px;
  inline-size: 10px;
  block-size: 10px;
  margin-inline-start: -4px;
  border-radius: ${radius.round};
  background: ${colour.danger};
  pointer-events: none;
`;
