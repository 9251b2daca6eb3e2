import { atom, useAtomValue, useSetAtom } from 'jotai';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { CalendarPage } from '../../../contract/shifts.ts';
import type { AbsencesByDay } from '#domain/absences/AbsencesByDay.tsx';
import { useFormats } from '#i18n/useFormats.ts';
import { loadChunk } from '#lib/loadChunk.ts';
import { Hidden } from '#ui/Hidden.ts';
import { isPlain } from '#ui/isPlain.ts';
import { colour, media } from '#ui/theme.ts';
import { DragPreview } from './DragPreview.tsx';
import { GridHead } from './GridHead.tsx';
import { HeldLanes } from './HeldLanes.tsx';
import type { LaneLayout } from './laneLayout.ts';
import { useExistingStop, useNowPlace, useTodayInSight } from './lanePlaces.ts';
import { LaneRow } from './LaneRow.tsx';
import { hoursOf, type Lane, type Planned } from './layout.ts';
import { leastWidth } from './measures.ts';
import { type Grip, isChange, isSame, type Proposal, proposed } from './proposal.ts';
import { Unassigned } from './Unassigned.tsx';
import { useBookingDescription } from './useBookingDescription.ts';
import { useDrag } from './useDrag.ts';
import { type GridKeysOptions, useGridKeys } from './useGridKeys.ts';
import { type Held, useHeldBooking } from './useHeldBooking.ts';
import type { HolidayNames } from './useHolidays.ts';
import { type LaneSurface, useLaneSurface } from './useLaneSurface.ts';
import { type Stop, stopOf, useRoving } from './useRoving.ts';
import { useShiftDescription } from './useShiftDescription.ts';
import { viewerTime } from './viewerTime.ts';

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
export function LaneGrid(props: LaneGridProps) {
  const { lanes, days, holidays, absences, today, now, mayCreate, unassigned, moved, onBooking, onPropose } = props;
  const { t } = useTranslation('calendar');
  const { dates } = useFormats();
  const area = useRef<HTMLDivElement>(null);
  const preview = useProposalPreview();
  const moving = preview.movingShift ?? moved?.shift;
  const surface = useLaneSurface(lanes, days);
  const { root, body, tops } = surface;
  const { timeline } = surface.grid;
  useTodayInSight(root, days, today);
  const { active, visibleLanes, activate, focus } = useLanesInUse(surface);
  const press = (target: EventTarget) => {
    const stop = activate(target);
    if (stop) openStop(stop, surface, props);
  };
  const keys = useShiftMoves({ surface, focus, press, showPreview: preview.show, mayCreate, onPropose });
  const [dropped, setDropped] = useState<Held | null>(null);
  const heldBooking = useHeldBooking({ area, surface, unassigned, now, onDrop: setDropped });
  const { held, whatIsHeld, verdicts } = heldBooking;
  const nowAt = useNowPlace(now, today, days);
  const showsViewerTime = timeline !== null && viewerTime(now) !== dates.time(now);
  return (
    <div ref={area} onKeyDownCapture={heldBooking.pickUp}>
      {unassigned && <Unassigned unassigned={unassigned} days={days} onOpen={onBooking} />}
      <Scroller
        ref={root}
        role="grid"
        aria-label={props.label}
        aria-rowcount={lanes.length + 1}
        aria-colcount={days.length + 1}
        aria-describedby="calendar-keys"
        style={{ '--hours': timeline ? hoursOf(timeline).length : 0 }}
        onKeyDown={keys.onKeyDown}
        onFocus={({ target }) => activate(target)}
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
          <LaneRows
            lanes={visibleLanes}
            surface={surface}
            holidays={holidays}
            absences={absences}
            today={today}
            active={active}
            moving={moving}
          />
          <DragPreview current={preview.proposal} moved={moved} surface={surface} />
          {held && <HeldLanes held={held} what={whatIsHeld} verdicts={verdicts} lanes={visibleLanes} tops={tops} />}
        </Body>
      </Scroller>
      <Hidden as="div" id="calendar-keys">
        {[t('keys'), ...(unassigned ? [t('bookingKeys')] : [])].join(' ')}
      </Hidden>
      <Hidden as="div" role="status">
        {heldBooking.announcement || keys.announcement}
      </Hidden>
      {dropped && <AssignDropped dropped={dropped} onClose={() => setDropped(null)} />}
    </div>
  );
}

/** The stop in the tab order, and the lanes to render. The lane with the focus is one, so that scrolling does not lose the focus. */
function useLanesInUse({ root, grid, layouts, first, last, scrollTo }: LaneSurface) {
  const roving = useRoving(root, scrollTo);
  const active = useExistingStop(roving.active, layouts, grid.days.length);
  const visibleLanes = layouts.flatMap((layout, at) =>
    (at >= first && at < last) || at === active.lane ? [{ layout, at }] : [],
  );
  return { ...roving, active, visibleLanes };
}

/** Opens the shift or the booking at a stop, or asks for a new shift in an empty field. */
function openStop(
  stop: Stop,
  { grid, itemAt }: LaneSurface,
  { mayCreate, onOpen, onBooking, onPropose }: LaneGridProps,
) {
  const item = itemAt(stop);
  const [lane, day] = [grid.lanes[stop.lane], grid.days[stop.day]];
  if (item?.booking) onBooking(item.booking.id);
  else if (item) onOpen(item.shift);
  else if (mayCreate && lane && day) onPropose({ shift: null, lane, day, until: day, span: null });
}

/** Moves shifts by keys, and by dragging, which ends a move by keys. */
function useShiftMoves({ mayCreate, ...options }: GridKeysOptions & { mayCreate: boolean }) {
  const { surface, showPreview, onPropose } = options;
  const keys = useGridKeys(options);
  useShiftDrag({
    surface,
    mayCreate,
    onPreview: (proposal) => {
      keys.letGo();
      showPreview(proposal);
    },
    onPropose,
  });
  return keys;
}

type LaneRowsProps = Pick<LaneGridProps, 'holidays' | 'absences' | 'today'> & {
  lanes: readonly { layout: LaneLayout; at: number }[];
  surface: LaneSurface;
  active: Stop;
  /** The shift that is being moved. */
  moving: Planned | null | undefined;
};

/** The rows of some lanes. One that has not changed does not render again. */
function LaneRows({ lanes, surface, holidays, absences, today, active, moving }: LaneRowsProps) {
  const { dates } = useFormats();
  const { grid, chipHeight, tops } = surface;
  const { days, timeline } = grid;
  const dayNames = useMemo(
    () => days.map((day) => [dates.fullDay(day), holidays.get(day)].filter(Boolean).join(', ')),
    [days, dates, holidays],
  );
  const describe = useShiftDescription();
  const describeBooking = useBookingDescription();
  return lanes.map(({ layout, at }) => (
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
  ));
}

/** Asks about a booking that was put into the lane of somebody else. */
function AssignDropped({ dropped: { booking, from, to }, onClose }: { dropped: Held; onClose: () => void }) {
  return (
    to && (
      <Suspense>
        <AssignDialog booking={booking.id} person={to} leaving={from?.id ?? null} onClose={onClose} />
      </Suspense>
    )
  );
}

type Gripped = { grip: Grip; shift: Planned | null };

type ShiftDragOptions = {
  surface: LaneSurface;
  /** Whether a drag over empty fields draws a new shift. */
  mayCreate: boolean;
  /** Shows a preview of the proposal; null when the drag is over. */
  onPreview: (proposal: Proposal | null) => void;
  onPropose: (proposal: Proposal) => void;
};

/** Lets people drag a shift to another day, time or lane, and drag its ends on a timeline. */
function useShiftDrag({ surface, mayCreate, onPreview, onPropose }: ShiftDragOptions): void {
  const { root, body, grid, layouts, itemAt, spotAt } = surface;
  useDrag<Gripped, Proposal>({
    area: body,
    scroller: root,
    spotAt: (x, y) => (layouts.length > 0 ? spotAt(x, y) : null),
    gripOf: (target) => {
      const stop = stopOf(target);
      if (!stop) return null;
      const item = itemAt(stop);
      if (!item) return mayCreate ? { grip: 'new' as const, shift: null } : null;
      const { shift } = item;
      if (!shift?.can.update) return null;
      const side = target instanceof HTMLElement ? target.dataset.edge : undefined;
      return { grip: side === 'start' || side === 'end' ? side : ('whole' as const), shift };
    },
    isAcrossLanes: ({ grip }) => grip === 'whole',
    propose: (gripped, from, to) => proposed(grid, { ...gripped, from, to }),
    onPreview,
    onDrop: (proposal) => {
      if (isChange(proposal)) onPropose(proposal);
    },
  });
}

/** The proposal is kept in atoms, outside of React's state: only the preview re-renders, the lanes do not. */
function createAtoms() {
  const proposal = atom<Proposal | null>(null);
  return {
    proposal,
    movingShift: atom((read) => read(proposal)?.shift ?? null),
    show: atom(null, (read, write, next: Proposal | null) => {
      if (!isSame(read(proposal), next)) write(proposal, next);
    }),
  };
}

/** What is being dragged or moved by keys, for `DragPreview`; `show(null)` hides the preview. */
function useProposalPreview() {
  const [atoms] = useState(createAtoms);
  return { proposal: atoms.proposal, movingShift: useAtomValue(atoms.movingShift), show: useSetAtom(atoms.show) };
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
