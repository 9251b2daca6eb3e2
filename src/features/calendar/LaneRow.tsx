import { Ban } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { spanText } from '../../../contract/wallSpan.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { font, radius, visuallyHidden } from '#ui/theme.ts';
import { colour } from '#ui/tokens.ts';
import { chipStyle, hatched, chipAttributes, travelEnds } from './chipStyle.ts';
import type { LaneLayout } from './laneLayout.ts';
import { occupied, placeIn, type Planned, type Span, timesOn } from './layout.ts';
import { rowTop, textScale } from './measures.ts';
import { NameCell } from './NameCell.ts';
import { spanOf } from './proposal.ts';
import { ShiftIcons } from './ShiftIcons.tsx';
import type { Stop } from './useRoving.ts';

/** How long a shift must be on a timeline to show its start, and both its times, in hours. */
const minHours = { time: 1.25, times: 3.5 };

type LaneRowProps = {
  at: number;
  layout: LaneLayout;
  days: readonly string[];
  /** The names of the days for screen readers. */
  dayNames: readonly string[];
  today: string;
  /** The day, if lanes are timelines. */
  timeline: Span | null;
  chipHeight: number;
  /** Which stop of this lane is in the tab order. */
  active: Stop | null;
  /** Describes a shift, apart from its time. */
  describe: (shift: Planned) => string[];
  /** The shift that is being moved. */
  moving: string | null;
  start: number;
};

/** One interpreter's lane: a field per day with its shifts below each other, or one day as a timeline. */
export const LaneRow = memo(function LaneRow(props: LaneRowProps) {
  const { at, layout, days, dayNames, today, timeline, chipHeight, active, describe, moving, start } = props;
  const { t } = useTranslation('calendar');
  const { lane, fields, rows, height } = layout;
  // In a week each chip has room for its times and one or two icons; on a timeline the room depends on its length. Larger text
  // has less room.
  const scale = textScale();
  const isLarge = scale > 1.2;
  const hoursOf = ({ from, to }: Planned) =>
    timeline ? (Date.parse(to) - Date.parse(from)) / 3_600_000 / scale : isLarge ? minHours.time : 24;
  const isLong = (shift: Planned) => hoursOf(shift) >= minHours.times;
  const maxIcons = (shift: Planned) => {
    if (!timeline) return isLarge ? 0 : shift.travel_time > 0 ? 1 : 2;
    return Math.max(0, Math.min(3, Math.floor((hoursOf(shift) - (isLong(shift) ? 2.5 : minHours.time)) * 2)));
  };
  const tab = (day: number, item: number) => (active?.day === day && active.item === item ? 0 : -1);
  const place = (span: Span, row: number) => {
    if (!timeline) return undefined;
    const { start: left, size } = placeIn(timeline, span);
    return {
      insetInlineStart: `${left}%`,
      inlineSize: `${size}%`,
      insetBlockStart: rowTop(row, chipHeight),
      blockSize: chipHeight,
    };
  };
  return (
    <Row role="row" aria-rowindex={at + 2} style={{ insetBlockStart: start, blockSize: height }}>
      <Name role="rowheader">
        <span>{lane.name}</span>
        {!lane.isActive && <Inactive until={lane.suspendedUntil} />}
      </Name>
      {days.map((day, column) => {
        const shifts = fields[column] ?? [];
        return (
          <Field
            key={day}
            role="gridcell"
            tabIndex={tab(column, -1)}
            data-stop={`${at} ${column} -1`}
            data-today={day === today || undefined}
            data-timeline={timeline ? true : undefined}
          >
            {/* One text: a browser that translates the page replaces each, and React would change a text that is not there any more. */}
            <FieldName>
              {[
                lane.name,
                dayNames[column],
                t('shifts', { count: shifts.filter(({ state }) => state !== 'disabled').length }),
              ].join(', ')}
            </FieldName>
            {timeline &&
              shifts.map((shift, index) =>
                shift.travel_time > 0 ? (
                  <Travel key={shift.id} aria-hidden style={place(occupied(shift), rows[index] ?? 0)} />
                ) : null,
              )}
            {shifts.map((shift, index) => {
              const name = [spanText(shift), ...describe(shift)].join(', ');
              return (
                <Chip
                  key={shift.id}
                  type="button"
                  tabIndex={tab(column, index)}
                  aria-label={name}
                  title={name}
                  data-stop={`${at} ${column} ${index}`}
                  data-shift={shift.id}
                  data-short={hoursOf(shift) < minHours.time || undefined}
                  data-moving={moving === shift.id || undefined}
                  style={timeline ? place(spanOf(shift), rows[index] ?? 0) : { minBlockSize: chipHeight }}
                  {...chipAttributes(shift)}
                >
                  {timeline && shift.can.update && <Edge data-edge="start" />}
                  <span>{timeline && !isLong(shift) ? shift.time_from : timesOn(day, shift)}</span>
                  <ShiftIcons shift={shift} max={maxIcons(shift)} />
                  {timeline && shift.can.update && <Edge data-edge="end" />}
                </Chip>
              );
            })}
          </Field>
        );
      })}
    </Row>
  );
});

/** Marks an interpreter who cannot be planned, and shows until when. */
function Inactive({ until }: { until: string | null }) {
  const { t } = useTranslation('calendar');
  const { dates } = useFormats();
  const label = until ? t('suspendedUntil', { time: dates.lastDay(until) }) : t('inactive');
  return (
    <Mark title={label}>
      <Ban size={14} role="img" aria-label={label} />
    </Mark>
  );
}

const Mark = styled.span`
  flex-shrink: 0;
  margin-inline-start: auto;
  padding-inline-start: 4px;
  color: ${colour.dangerText};
`;

const Row = styled.div`
  position: absolute;
  inset-inline: 0;
  display: flex;
  border-block-end: 1px solid ${colour.border};
  contain: layout style;
`;

const Name = styled(NameCell)`
  font-size: ${font.size.compact};
  line-height: 1.25;
  overflow-wrap: anywhere;
`;

const Field = styled.div`
  position: relative;
  display: flex;
  flex: 1 1 0;
  flex-direction: column;
  gap: 2px;
  min-inline-size: 0;
  padding: 4px;

  & + & {
    border-inline-start: 1px solid ${colour.border};
  }

  &[data-today]:not([data-timeline]) {
    background: color-mix(in srgb, ${colour.accentSoft} 28%, transparent);
  }

  &[data-timeline] {
    padding: 0;
    background: linear-gradient(to right, ${colour.border} 1px, transparent 1px) 0 0 / calc(100% / var(--hours)) 100%;
  }

  &:hover {
    background-color: ${colour.hover};
  }

  &:focus-visible {
    outline-offset: -2px;
  }
`;

/** Names lane and day of a field for screen readers. */
const FieldName = styled.span`
  ${visuallyHidden}
`;

const Chip = styled.button`
  ${chipStyle}

  z-index: 1;

  [data-timeline] > & {
    position: absolute;
  }

  /* Only short chips can overflow, and clipping the others would slow scrolling down. */
  &[data-short] {
    overflow: hidden;
  }

  & > span:not([data-edge]) {
    flex-shrink: 0;
  }

  :not([data-timeline]) > &[data-travel] {
    ${travelEnds}
  }

  & > svg {
    flex-shrink: 0;
    overflow: visible;
  }

  &[data-moving] {
    opacity: 0.45;
  }
`;

const Edge = styled.span`
  position: absolute;
  inset-block: 0;
  inline-size: 7px;
  cursor: ew-resize;

  &[data-edge='start'] {
    inset-inline-start: -3px;
  }

  &[data-edge='end'] {
    inset-inline-end: 0;
  }
`;

const Travel = styled.span`
  position: absolute;
  border: 1px dashed ${colour.borderControl};
  border-radius: ${radius.small};
  background: ${hatched};
  color: ${colour.textMuted};
`;
