import { Ban } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { CalendarBooking } from '../../../contract/shifts.ts';
import { spanText } from '../../../contract/wallSpan.ts';
import type { AbsencesByDay, DayAbsence } from '#domain/absences/AbsencesByDay.tsx';
import { useFormats } from '#i18n/useFormats.ts';
import { paths } from '#paths.ts';
import { Hidden } from '#ui/Hidden.ts';
import { colour, font, radius, space } from '#ui/theme.ts';
import { BookingIcon } from './BookingIcon.tsx';
import { bookingAttributes, bookingStyle } from './bookingLook.ts';
import { absentGround, chipStyle, hatched, chipAttributes, travelEnds } from './chipStyle.ts';
import { spanOfBooking } from './entries.ts';
import type { LaneItem, LaneLayout } from './laneLayout.ts';
import { occupied, placeIn, type Planned, type Span, timesOn } from './layout.ts';
import { textScale } from './measures.ts';
import { NameCell } from './NameCell.ts';
import { spanOf } from './proposal.ts';
import { ShiftIcons } from './ShiftIcons.tsx';
import type { HolidayNames } from './useHolidays.ts';
import type { Stop } from './useRoving.ts';

/** How long a shift must be on a timeline to show its start, and both its times, in hours. */
const minHours = { time: 1.25, times: 3.5 };

type LaneRowProps = {
  at: number;
  layout: LaneLayout;
  days: readonly string[];
  /** The names of the days for screen readers. */
  dayNames: readonly string[];
  holidays: HolidayNames;
  absences: AbsencesByDay;
  today: string;
  /** The day, if lanes are timelines. */
  timeline: Span | null;
  chipHeight: number;
  /** Which stop of this lane is in the tab order. */
  active: Stop | null;
  /** Describes a shift, apart from its time. */
  describe: (shift: Planned) => string[];
  /** Describes a booking, apart from its name and time. */
  describeBooking: (booking: CalendarBooking) => string[];
  /** The shift that is being moved. */
  moving: string | null;
  start: number;
};

/** One interpreter's lane: a field per day with its shifts below each other, or one day as a timeline; bookings are in the shifts. */
export const LaneRow = memo(function LaneRow(props: LaneRowProps) {
  const { at, layout, days, dayNames, holidays, absences, today, timeline, chipHeight, active, start } = props;
  const { t } = useTranslation('calendar');
  const { numbers } = useFormats();
  const { lane, fields, height } = layout;
  return (
    <Row role="row" aria-rowindex={at + 2} style={{ insetBlockStart: start, blockSize: height }}>
      <Name role="rowheader">
        <span>{lane.name}</span>
        {!lane.isActive && <Inactive until={lane.suspendedUntil} />}
      </Name>
      {days.map((day, column) => {
        const items = fields[column] ?? [];
        const count = items.filter(({ shift }) => shift && shift.state !== 'disabled').length;
        const away = absences.get(day)?.filter(({ person }) => person === lane.id) ?? [];
        const booked = items.filter(({ booking }) => booking).length;
        return (
          <Field
            key={day}
            role="gridcell"
            tabIndex={active?.day === column && active.item === -1 ? 0 : -1}
            data-stop={`${at} ${column} -1`}
            data-today={day === today || undefined}
            data-holiday={holidays.has(day) || undefined}
            data-timeline={timeline ? true : undefined}
          >
            {/* One text: a browser that translates the page replaces each, and React would change a text that is not there any more. */}
            <Hidden>
              {[
                lane.name,
                dayNames[column],
                t('shifts', { count }),
                ...away.map(({ words }) => words),
                ...(booked > 0 ? [t('bookings', { number: numbers.count(booked) })] : []),
              ].join(', ')}
            </Hidden>
            {away.map((absence) => (
              <Absent key={absence.id} absence={absence} hasRoom={items.length === 0} />
            ))}
            {timeline &&
              items.map((item) => (
                <TravelTime key={`${item.top} ${keyOf(item)}`} item={item} day={timeline} chipHeight={chipHeight} />
              ))}
            {items.map((item, index) => {
              const common = {
                tabIndex: active?.day === column && active.item === index ? 0 : -1,
                stop: `${at} ${column} ${index}`,
              };
              return item.shift ? (
                <ShiftChip key={item.shift.id} {...props} {...common} item={item} shift={item.shift} day={day} />
              ) : (
                <BookingChip key={item.booking.id} {...props} {...common} item={item} booking={item.booking} />
              );
            })}
          </Field>
        );
      })}
    </Row>
  );
});

const keyOf = ({ shift, booking }: LaneItem) => (shift ?? booking).id;

/** The place of an item in its field; without a timeline it has the width of the field. */
function placed({ top, height }: LaneItem, timeline: Span | null, span: Span) {
  if (!timeline) return { insetBlockStart: top, blockSize: height };
  const { start, size } = placeIn(timeline, span);
  return { insetInlineStart: `${start}%`, inlineSize: `${size}%`, insetBlockStart: top, blockSize: height };
}

/** The way to a shift or a booking and back on a timeline. */
function TravelTime({ item, day, chipHeight }: { item: LaneItem; day: Span; chipHeight: number }) {
  const { shift, booking, height } = item;
  const { travel_time } = shift ?? booking;
  if (travel_time === 0) return null;
  const span = occupied(shift ?? { from: booking.start, to: booking.end, travel_time });
  return (
    <Travel
      aria-hidden
      data-travel-of={keyOf(item)}
      data-inside={(booking && item.isInside) || undefined}
      style={{ ...placed(item, day, span), blockSize: shift ? chipHeight : height }}
    />
  );
}

/** The hours of an absence as a ground; its words where nothing lies on it. The field says them to screen readers. */
function Absent({ absence: { start, size, isRequested, words }, hasRoom }: { absence: DayAbsence; hasRoom: boolean }) {
  return (
    <Ground
      aria-hidden
      title={words}
      data-requested={isRequested || undefined}
      style={{ insetInlineStart: `${start}%`, inlineSize: `${size}%` }}
    >
      {hasRoom && words}
    </Ground>
  );
}

type ItemProps<Item> = LaneRowProps & { item: Extract<LaneItem, Item>; tabIndex: number; stop: string };

function ShiftChip({
  item,
  shift,
  day,
  stop,
  tabIndex,
  timeline,
  describe,
  moving,
  chipHeight,
}: ItemProps<{ booking: null }> & { shift: Planned; day: string }) {
  // In a week each chip has room for its times and one or two icons; on a timeline the room depends on its length. Larger text
  // has less room.
  const scale = textScale();
  const isLarge = scale > 1.2;
  const hours = timeline
    ? (Date.parse(shift.to) - Date.parse(shift.from)) / 3_600_000 / scale
    : isLarge
      ? minHours.time
      : 24;
  const isLong = hours >= minHours.times;
  const iconsInWeek = isLarge ? 0 : shift.travel_time > 0 ? 1 : 2;
  const iconsInDay = Math.max(0, Math.min(3, Math.floor((hours - (isLong ? 2.5 : minHours.time)) * 2)));
  const name = [spanText(shift), ...describe(shift)].join(', ');
  return (
    <Chip
      type="button"
      tabIndex={tabIndex}
      aria-label={name}
      title={name}
      data-stop={stop}
      data-shift={shift.id}
      data-short={hours < minHours.time || undefined}
      data-moving={moving === shift.id || undefined}
      style={placed(item, timeline, spanOf(shift))}
      {...chipAttributes(shift)}
    >
      {timeline && shift.can.update && <Edge data-edge="start" />}
      <Times style={{ blockSize: chipHeight - 2 }}>
        <span>{timeline && !isLong ? shift.time_from : timesOn(day, shift)}</span>
        <ShiftIcons shift={shift} max={timeline ? iconsInDay : iconsInWeek} />
      </Times>
      {timeline && shift.can.update && <Edge data-edge="end" />}
    </Chip>
  );
}

/** A link without a hook of its own, because a lane can have hundreds: the grid follows it. */
function BookingChip({
  item,
  booking,
  stop,
  tabIndex,
  timeline,
  describeBooking,
}: ItemProps<{ shift: null }> & { booking: CalendarBooking }) {
  // People who control the page by voice say the text that they see, so the name begins with that text (WCAG 2.5.3).
  const shown = timeline ? booking.name : `${booking.time_from} ${booking.name}`;
  const name = [shown, spanText(booking), ...describeBooking(booking)].join(', ');
  return (
    <BookingLink
      href={paths.reservations.record.href({ id: booking.id })}
      tabIndex={tabIndex}
      aria-label={name}
      title={name}
      draggable={false}
      data-stop={stop}
      data-inside={item.isInside || undefined}
      data-travel={booking.travel_time > 0 || undefined}
      style={placed(item, timeline, spanOfBooking(booking))}
      {...bookingAttributes(booking)}
    >
      <BookingIcon booking={booking} />
      <span>{shown}</span>
    </BookingLink>
  );
}

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
  flex: 1 1 0;
  min-inline-size: 0;

  & + & {
    border-inline-start: 1px solid ${colour.border};
  }

  &[data-holiday] {
    background-color: ${colour.surfaceSunken};
  }

  &[data-today]:not([data-timeline]) {
    background: color-mix(in srgb, ${colour.accentSoft} 28%, transparent);
  }

  &[data-timeline] {
    background-image: linear-gradient(to right, ${colour.border} 1px, transparent 1px);
    background-size: calc(100% / var(--hours)) 100%;
  }

  &:hover {
    background-color: ${colour.hover};
  }

  &:focus-visible {
    outline-offset: -2px;
  }
`;

const Ground = styled.span`
  ${absentGround}

  position: absolute;
  inset-block: 0;
  padding: ${space(1)} ${space(1.5)};
  overflow: hidden;
  font-size: ${font.size.small};
  line-height: 1.2;
  overflow-wrap: break-word;
`;

const Chip = styled.button`
  ${chipStyle}

  position: absolute;
  z-index: 1;
  align-items: flex-start;

  :not([data-timeline]) > & {
    inset-inline: 4px;
  }

  /* Only short chips can overflow, and clipping the others would slow scrolling down. */
  &[data-short] {
    overflow: hidden;
  }

  :not([data-timeline]) > &[data-travel] {
    ${travelEnds}
  }

  &[data-moving] {
    opacity: 0.45;
  }
`;

/** The first line of a shift; its bookings are below. */
const Times = styled.span`
  display: flex;
  align-items: center;
  gap: ${space(1)};

  & > span {
    flex-shrink: 0;
  }

  & > svg {
    flex-shrink: 0;
    overflow: visible;
    opacity: 0.85;
  }
`;

const BookingLink = styled.a`
  ${bookingStyle}

  position: absolute;
  z-index: 2;
  overflow: hidden;

  :not([data-timeline]) > & {
    inset-inline: 4px;
  }

  :not([data-timeline]) > &[data-inside] {
    inset-inline: 10px 8px;
  }

  :not([data-timeline]) > &[data-travel] {
    ${travelEnds}
  }

  &:hover {
    border-color: ${colour.text};
  }

  &:focus-visible {
    outline: 2px solid ${colour.focus};
    outline-offset: 1px;
    z-index: 3;
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

  /* On its shift, behind the bookings. */
  &[data-inside] {
    z-index: 2;
  }
`;
