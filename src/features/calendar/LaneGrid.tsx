import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { CalendarPage } from '../../../contract/shifts.ts';
import type { AbsencesByDay } from '#domain/absences/AbsencesByDay.tsx';
import { useFormats } from '#i18n/useFormats.ts';
import { loadChunk } from '#lib/loadChunk.ts';
import { isPlain } from '#ui/isPlain.ts';
import { media, visuallyHidden } from '#ui/theme.ts';
import { colour } from '#ui/tokens.ts';
import { useMedia } from '#ui/useMedia.ts';
import { DragPreview } from './DragPreview.tsx';
import { GridHead, headHeight } from './GridHead.tsx';
import { HeldLanes } from './HeldLanes.tsx';
import { type LaneItem, useLaneLayouts } from './laneLayout.ts';
import { spotIn, useExistingStop, useNowPlace, useTimeline, useTodayInSight } from './lanePlaces.ts';
import { LaneRow } from './LaneRow.tsx';
import { hoursOf, type Lane, type Planned } from './layout.ts';
import { leastWidth, textScale } from './measures.ts';
import { viewerTime } from './viewerTime.ts';
import type { Proposal } from './proposal.ts';
import type { HolidayNames } from './useHolidays.ts';
import { openBookingOf, Unassigned } from './Unassigned.tsx';
import { type Held, useHeldBooking } from './useHeldBooking.ts';
import { useGridKeys } from './useGridKeys.ts';
import { useProposalPreview } from './useProposalPreview.ts';
import { type Stop, stopOf, useRoving } from './useRoving.ts';
import { useBookingDescription } from './useBookingDescription.ts';
import { useShiftDescription } from './useShiftDescription.ts';
import { useShiftDrag } from './useShiftDrag.ts';
import { useWindow } from './useWindow.ts';

const AssignDialog = lazy(async () => ({
  default: (await loadChunk(() => import('#domain/booking/AssignDialog.tsx'))).AssignDialog,
}));

type LaneGridProps = {
  lanes: readonly Lane[];
  /** One day is shown as a timeline, several as fields side by side. */
  days: readonly string[];
  holidays: HolidayNames;
  absences: AbsencesByDay;
  today: string;
  /** The current minute. */
  now: string;
  label: string;
  mayCreate: boolean;
  /** The bookings that are short of people; only who plans them has these, and assigns bookings here. */
  unassigned: CalendarPage['unassigned'];
  /** A shift that was moved and is not saved yet. */
  moved: Proposal | null;
  onOpen: (shift: Planned) => void;
  onBooking: (id: string) => void;
  /** A shift was moved, or a new one was asked for at a place. */
  onPropose: (proposal: Proposal) => void;
};

/** One lane per interpreter; only lanes in sight are rendered. Whatever a mouse can drag, arrow keys can move. */
export function LaneGrid({
  lanes,
  days,
  holidays,
  absences,
  today,
  now,
  label,
  mayCreate,
  unassigned,
  moved,
  onOpen,
  onBooking,
  onPropose,
}: LaneGridProps) {
  const { t } = useTranslation('calendar');
  const { dates } = useFormats();
  const chipHeight = Math.round((useMedia('(pointer: coarse)') ? 40 : 26) * textScale());
  const area = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const timeline = useTimeline(days);
  const layouts = useLaneLayouts({ lanes, days, timeline, chipHeight });
  const dayNames = useMemo(
    () => days.map((day) => [dates.fullDay(day), holidays.get(day)].filter(Boolean).join(', ')),
    [days, dates, holidays],
  );
  const grid = useMemo(() => ({ lanes, days, timeline }), [lanes, days, timeline]);
  const preview = useProposalPreview();
  const moving = preview.movingShift ?? moved?.shift;
  const describe = useShiftDescription();
  const describeBooking = useBookingDescription();
  const heights = useMemo(() => layouts.map(({ height }) => height), [layouts]);
  const { root, tops, first, last, scrollTo } = useWindow(heights, headHeight);
  useTodayInSight(root, days, today);
  const roving = useRoving(root, scrollTo);
  const active = useExistingStop(roving.active, layouts, days.length);
  // The lane with the focus stays rendered, so that scrolling does not lose the focus.
  const visibleLanes = layouts.flatMap((layout, at) =>
    (at >= first && at < last) || at === active.lane ? [{ layout, at }] : [],
  );
  const isRtl = () => root.current !== null && getComputedStyle(root.current).direction === 'rtl';
  const itemAt = ({ lane, day, item }: Stop): LaneItem | null => layouts[lane]?.fields[day]?.[item] ?? null;

  const proposeNew = (laneAt: number, dayAt: number) => {
    const [lane, day] = [lanes[laneAt], days[dayAt]];
    if (lane && day) onPropose({ shift: null, lane, day, until: day, span: null });
  };
  const press = (target: EventTarget) => {
    const stop = stopOf(target);
    if (!stop) return;
    roving.setActive(stop);
    const item = itemAt(stop);
    if (item?.booking) onBooking(item.booking.id);
    else if (item) onOpen(item.shift);
    else if (mayCreate) proposeNew(stop.lane, stop.day);
  };
  const keys = useGridKeys({
    grid,
    layouts,
    isRtl,
    itemAt,
    scrollTo,
    press,
    onPropose,
    focus: roving.focus,
    showPreview: preview.show,
  });
  useShiftDrag({
    area: body,
    scroller: root,
    grid,
    spotAt: (x, y) => (layouts.length > 0 ? spotIn({ body, tops, days, timeline, isRtl: isRtl() }, x, y) : null),
    itemAt,
    mayCreate,
    onPreview: (proposal) => {
      keys.letGo();
      preview.show(proposal);
    },
    onPropose,
  });

  const [dropped, setDropped] = useState<Held | null>(null);
  const heldBooking = useHeldBooking({
    area,
    scroller: root,
    lanes,
    spotAt: (x, y) => {
      const spot = spotIn({ body, tops, days, timeline, isRtl: isRtl() }, x, y);
      const box = root.current?.getBoundingClientRect();
      const isOver = box && y >= box.top + headHeight && y <= box.bottom;
      return spot && { ...spot, lane: isOver ? spot.lane : -1 };
    },
    bookingOf: (element) => {
      if (!unassigned) return null;
      const stop = stopOf(element);
      const lane = (stop && lanes[stop.lane]) ?? null;
      const booking = stop ? itemAt(stop)?.booking : openBookingOf(element, unassigned.results);
      return booking && Date.parse(booking.end) > Date.parse(now) ? { booking, from: lane } : null;
    },
    scrollTo,
    onDrop: setDropped,
  });

  const nowAt = useNowPlace(now, today, days);
  const showsViewerTime = timeline !== null && viewerTime(now) !== dates.time(now);
  return (
    <div ref={area} onKeyDownCapture={heldBooking.pickUp}>
      {unassigned && <Unassigned unassigned={unassigned} days={days} onOpen={onBooking} />}
      <Scroller
        ref={root}
        role="grid"
        aria-label={label}
        aria-rowcount={lanes.length + 1}
        aria-colcount={days.length + 1}
        aria-describedby="calendar-keys"
        style={{ '--hours': timeline ? hoursOf(timeline).length : 0 }}
        onKeyDown={keys.onKeyDown}
        onFocus={({ target }) => {
          const stop = stopOf(target);
          if (stop) roving.setActive(stop);
        }}
      >
        <GridHead
          days={days}
          holidays={holidays}
          today={today}
          timeline={timeline}
          showsViewerTime={showsViewerTime}
          nowAt={nowAt}
        />
        <Body
          ref={body}
          role="rowgroup"
          style={{ blockSize: tops.at(-1) }}
          onClick={(event) => {
            // A link with a modifier opens in another tab.
            if (!isPlain(event)) return;
            event.preventDefault();
            press(event.target);
          }}
        >
          {nowAt !== null && (
            <Now aria-hidden data-over={timeline ? true : undefined} style={{ insetInlineStart: nowAt }} />
          )}
          {visibleLanes.map(({ layout, at }) => (
            <LaneRow
              key={layout.lane.id}
              at={at}
              layout={layout}
              days={days}
              dayNames={dayNames}
              holidays={holidays}
              absences={absences}
              today={today}
              timeline={timeline}
              chipHeight={chipHeight}
              describe={describe}
              describeBooking={describeBooking}
              active={active.lane === at ? active : null}
              moving={moving?.interpreter === layout.lane.id ? moving.id : null}
              start={tops[at] ?? 0}
            />
          ))}
          <DragPreview
            current={preview.proposal}
            moved={moved}
            lanes={lanes}
            tops={tops}
            days={days}
            timeline={timeline}
            chipHeight={chipHeight}
          />
          {heldBooking.held && (
            <HeldLanes
              held={heldBooking.held}
              what={heldBooking.whatIsHeld}
              verdicts={heldBooking.verdicts}
              lanes={visibleLanes}
              tops={tops}
            />
          )}
        </Body>
      </Scroller>
      <Hidden id="calendar-keys">{[t('keys'), ...(unassigned ? [t('bookingKeys')] : [])].join(' ')}</Hidden>
      <Hidden role="status">{heldBooking.announcement || keys.announcement}</Hidden>
      {dropped?.to && (
        <Suspense>
          <AssignDialog
            booking={dropped.booking.id}
            person={dropped.to}
            leaving={dropped.from?.id ?? null}
            onClose={() => setDropped(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

const Scroller = styled.div`
  container-type: inline-size;
  position: relative;
  max-block-size: max(360px, calc(100dvb - 280px));
  overflow: auto;
  overscroll-behavior: contain;
`;

const Body = styled.div`
  position: relative;
  min-inline-size: ${leastWidth}px;
  user-select: none;

  ${media.touch} {
    user-select: auto;
  }
`;

const Now = styled.div`
  position: absolute;
  inset-block: 0;
  inline-size: 2px;
  background: ${colour.danger};
  pointer-events: none;

  &[data-over] {
    z-index: 3;
  }
`;

const Hidden = styled.div`
  ${visuallyHidden}
`;
