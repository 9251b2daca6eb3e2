import { atom, useAtomValue, useSetAtom } from 'jotai';
import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useFormats } from '#i18n/useFormats.ts';
import { media, visuallyHidden } from '#ui/theme.ts';
import { colour } from '#ui/tokens.ts';
import { useMedia } from '#ui/useMedia.ts';
import { Ghost } from './Ghost.tsx';
import { GridHead, headHeight } from './GridHead.tsx';
import { type Drawn, LaneRow } from './LaneRow.tsx';
import { byDay, hoursOf, type Lane, occupied, placeIn, type Planned, rowsOf, type Span } from './layout.ts';
import { leastWidth, nameWidth, placeOf } from './measures.ts';
import { ownTime } from './ownTime.ts';
import { isChange, isSame, nudged, type Proposal, proposed, spanOf, type Spot } from './proposal.ts';
import { useDrag } from './useDrag.ts';
import { nextStop, useRoving } from './useRoving.ts';
import { useShiftWords } from './useShiftWords.ts';
import { useWindow } from './useWindow.ts';
import { partAt } from './windowOf.ts';

type LaneGridProps = {
  lanes: readonly Lane[];
  /** One day is drawn as a timeline, several as fields side by side. */
  days: readonly string[];
  today: string;
  /** The minute that it is. */
  now: string;
  label: string;
  mayCreate: boolean;
  /** Where a shift has been moved to and is not saved yet. */
  moved: Proposal | null;
  onOpen: (shift: Planned) => void;
  /** Somebody has dragged, or has asked for a new shift at a place. */
  onPropose: (proposal: Proposal) => void;
};

/** The lowest that a lane may be, in pixels. */
const lowest = 44;

/** What is being asked for, kept beside React's state: who shows it draws it, and the lanes stay as they are. */
function createAsked() {
  const asked = atom<Proposal | null>(null);
  return {
    asked,
    /** Whose shift is being moved, and which: the only thing that a lane has to know. */
    moving: atom((read) => read(asked)?.shift ?? null),
    ask: atom(null, (read, write, next: Proposal | null) => {
      if (!isSame(read(asked), next)) write(asked, next);
    }),
  };
}

/** One lane per interpreter, of which those in sight are drawn. Everything that a mouse drags the arrow keys move, too. */
export function LaneGrid({ lanes, days, today, now, label, mayCreate, moved, onOpen, onPropose }: LaneGridProps) {
  const { t } = useTranslation('calendar');
  const { dates } = useFormats();
  const chipHeight = useMedia('(pointer: coarse)') ? 40 : 26;
  const body = useRef<HTMLDivElement>(null);
  const [single] = days;
  const timeline = useMemo<Span | null>(
    () =>
      days.length === 1 && single ? { from: dates.startOfDay(single), to: Date.parse(dates.endOfDay(single)) } : null,
    [days, single, dates],
  );
  const drawLane = useMemo(() => drawer(days, timeline, chipHeight), [days, timeline, chipHeight]);
  const drawn = useMemo(() => lanes.map(drawLane), [lanes, drawLane]);
  const dayNames = useMemo(
    () => days.map((day) => `${dates.weekday(day, 'long')} ${dates.longDay(day)}`),
    [days, dates],
  );
  const ground = useMemo(() => ({ lanes, days, timeline }), [lanes, days, timeline]);

  const [{ asked, moving: movingOf, ask: asking }] = useState(createAsked);
  const show = useSetAtom(asking);
  const moving = useAtomValue(movingOf) ?? moved?.shift;
  // What the keys carry; what a mouse carries is shown alike.
  const held = useRef<Proposal | null>(null);
  const hold = (proposal: Proposal | null) => {
    held.current = proposal;
    show(proposal);
  };
  const [told, setTold] = useState('');
  const words = useShiftWords();
  const heights = useMemo(() => drawn.map(({ height }) => height), [drawn]);
  const { root, tops, first, last, scrollTo } = useWindow(heights, headHeight);
  const roving = useRoving(root, scrollTo);
  const active = useMemo(() => {
    const lane = Math.min(roving.active.lane, Math.max(drawn.length - 1, 0));
    const day = Math.min(roving.active.day, days.length - 1);
    return { lane, day, item: Math.min(roving.active.item, (drawn[lane]?.fields[day]?.length ?? 0) - 1) };
  }, [roving.active, drawn, days]);
  // The lane with the focus stays, so that scrolling does not lose it.
  const inSight = drawn.flatMap((one, at) => ((at >= first && at < last) || at === active.lane ? [{ one, at }] : []));

  const isRtl = () => root.current !== null && getComputedStyle(root.current).direction === 'rtl';
  const spotAt = (x: number, y: number): Spot | null => {
    const box = body.current?.getBoundingClientRect();
    if (!box || drawn.length === 0) return null;
    const share = ((isRtl() ? box.right - x : x - box.left) - nameWidth) / (box.width - nameWidth);
    const within = Math.min(Math.max(share, 0), 0.9999);
    const lane = partAt(tops, Math.max(y - box.top, 0));
    return {
      lane,
      day: Math.floor(within * days.length),
      at: timeline ? timeline.from + within * (timeline.to - timeline.from) : 0,
    };
  };
  const stopOf = (target: EventTarget) => {
    const found = target instanceof Element ? target.closest<HTMLElement>('[data-stop]') : null;
    const [lane, day, item] = (found?.dataset.stop ?? '').split(' ').map(Number);
    return lane === undefined || day === undefined || item === undefined ? null : { lane, day, item };
  };
  const shiftAt = ({ lane, day, item }: { lane: number; day: number; item: number }) =>
    drawn[lane]?.fields[day]?.[item] ?? null;

  const drag = useDrag({
    scroller: root,
    spotAt,
    gripOf: (target) => {
      const stop = stopOf(target);
      if (!stop) return null;
      const shift = shiftAt(stop);
      if (!shift) return mayCreate ? { grip: 'new', shift: null } : null;
      if (!shift.can.update) return null;
      const side = target instanceof HTMLElement ? target.dataset.edge : undefined;
      return { grip: side === 'start' || side === 'end' ? side : 'whole', shift };
    },
    propose: (what) => proposed(ground, what),
    onAsk: (proposal) => {
      held.current = null;
      show(proposal);
    },
    onDrop: (proposal) => {
      if (isChange(proposal)) onPropose(proposal);
    },
  });

  const ask = (laneAt: number, dayAt: number, span: Span | null) => {
    const [lane, day] = [lanes[laneAt], days[dayAt]];
    if (lane && day) onPropose({ shift: null, lane, day, until: day, span });
  };
  const press = (target: EventTarget) => {
    const stop = stopOf(target);
    if (!stop) return;
    roving.setActive(stop);
    const shift = shiftAt(stop);
    if (shift) onOpen(shift);
    else if (mayCreate) ask(stop.lane, stop.day, null);
  };
  const inWords = ({ lane, day, span, shift }: Proposal) => {
    const time = span
      ? [span.from, span.to].map((at) => dates.time(new Date(at).toISOString())).join('–')
      : `${shift?.time_from ?? ''}–${shift?.time_to ?? ''}`;
    return `${lane.name}, ${dates.weekday(day, 'long')} ${dates.longDay(day)}, ${time}`;
  };

  const carry = (event: KeyboardEvent, proposal: Proposal) => {
    const keys: Record<string, 'before' | 'after' | 'up' | 'down'> = {
      ArrowLeft: isRtl() ? 'after' : 'before',
      ArrowRight: isRtl() ? 'before' : 'after',
      ArrowUp: 'up',
      ArrowDown: 'down',
    };
    const key = keys[event.key];
    if (key) {
      const next = nudged(ground, proposal, { key, isLonger: event.shiftKey });
      if (next) {
        hold(next);
        setTold(inWords(next));
        scrollTo(lanes.findIndex(({ id }) => id === next.lane.id));
      }
    } else if (event.key === 'Enter' || event.key === ' ') {
      hold(null);
      if (isChange(proposal)) onPropose(proposal);
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      hold(null);
      setTold(t('letGo'));
      if (event.key === 'Tab') return;
    } else return;
    event.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (held.current) return carry(event, held.current);
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const stop = stopOf(event.target);
    if (!stop) return;
    const shift = shiftAt(stop);
    if (event.key === ' ' && shift?.can.update) {
      const lane = lanes[stop.lane];
      if (lane) {
        const proposal = { shift, lane, day: shift.date, until: shift.date, span: timeline && spanOf(shift) };
        hold(proposal);
        setTold(t(timeline ? 'heldInTime' : 'held', { what: inWords(proposal) }));
      }
    } else if (event.key === 'Enter') press(event.target);
    else {
      const mirrored: Record<string, string> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };
      const stops = {
        lanes: lanes.length,
        days: days.length,
        itemsAt: (lane: number, day: number) => drawn[lane]?.fields[day]?.length ?? 0,
      };
      const next = nextStop(stops, stop, (isRtl() && mirrored[event.key]) || event.key);
      if (!next) return;
      roving.carry(next);
    }
    event.preventDefault();
  };

  const todayAt = days.indexOf(today);
  const todayIs = useMemo<Span>(
    () => ({ from: dates.startOfDay(today), to: Date.parse(dates.endOfDay(today)) }),
    [dates, today],
  );
  const gone = placeIn(todayIs, { from: todayIs.from, to: Date.parse(now) }).size / 100;
  const nowAt = todayAt === -1 ? null : placeOf((todayAt + gone) / days.length);
  const isElsewhere = timeline !== null && ownTime(now) !== dates.time(now);
  return (
    <>
      <Scroller
        ref={root}
        role="grid"
        aria-label={label}
        aria-rowcount={lanes.length + 1}
        aria-colcount={days.length + 1}
        aria-describedby="calendar-keys"
        style={{ '--hours': timeline ? hoursOf(timeline).length : 0 }}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          const stop = stopOf(target);
          if (stop) roving.setActive(stop);
        }}
      >
        <GridHead {...{ days, today, timeline, isElsewhere, nowAt }} />
        <Body
          ref={body}
          role="rowgroup"
          style={{ blockSize: tops.at(-1) }}
          onClick={({ target }: MouseEvent) => press(target)}
          {...drag}
        >
          {nowAt !== null && (
            <Now aria-hidden data-over={timeline ? true : undefined} style={{ insetInlineStart: nowAt }} />
          )}
          {inSight.map(({ one, at }) => (
            <LaneRow
              key={one.lane.id}
              at={at}
              drawn={one}
              days={days}
              dayNames={dayNames}
              today={today}
              timeline={timeline}
              chipHeight={chipHeight}
              active={active.lane === at ? active : null}
              words={words}
              moving={moving?.interpreter === one.lane.id ? moving.id : null}
              start={tops[at] ?? 0}
            />
          ))}
          <Ghost of={asked} {...{ moved, lanes, tops, days, timeline, chipHeight }} />
        </Body>
      </Scroller>
      <Hidden id="calendar-keys">{t('keys')}</Hidden>
      <Hidden role="status">{told}</Hidden>
    </>
  );
}

/** Draws lanes; one that has not changed is drawn as it was. */
function drawer(days: readonly string[], timeline: Span | null, chipHeight: number): (lane: Lane) => Drawn {
  const known = new WeakMap<Lane, Drawn>();
  return (lane) => {
    const one = known.get(lane) ?? draw(lane, days, timeline, chipHeight);
    known.set(lane, one);
    return one;
  };
}

function draw(lane: Lane, days: readonly string[], timeline: Span | null, chipHeight: number): Drawn {
  if (timeline) {
    const shifts = lane.shifts.filter((shift) => {
      const { from, to } = occupied(shift);
      return from < timeline.to && to > timeline.from;
    });
    const rows = rowsOf(shifts.map(occupied));
    const height = Math.max(lowest, 12 + Math.max(1, ...rows.map((row) => row + 1)) * (chipHeight + 4) - 4);
    return { lane, fields: [shifts], rows, height };
  }
  const known = byDay(lane.shifts);
  const fields = days.map((day) => known.get(day) ?? []);
  const most = Math.max(...fields.map(({ length }) => length));
  return { lane, fields, rows: [], height: Math.max(lowest, 9 + most * (chipHeight + 2) - 2) };
}

const Scroller = styled.div`
  container-type: inline-size;
  position: relative;
  max-block-size: max(360px, calc(100dvb - 280px));
  overflow: auto;
  overscroll-behavior: contain;

  @media print {
    max-block-size: none;
  }
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
