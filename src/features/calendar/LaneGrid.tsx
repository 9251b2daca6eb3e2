import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useFormats } from '#i18n/useFormats.ts';
import { font, media, radius, space, visuallyHidden } from '#ui/theme.ts';
import { colour } from '#ui/tokens.ts';
import { useMedia } from '#ui/useMedia.ts';
import { type Drawn, LaneRow, nameWidth } from './LaneRow.tsx';
import { byDay, hoursOf, type Lane, occupied, placeIn, type Planned, rowsOf, type Span } from './layout.ts';
import { isChange, nudged, type Proposal, proposed, spanOf, type Spot } from './proposal.ts';
import { useDrag } from './useDrag.ts';
import { ownTime } from './ownTime.ts';
import { useWindow } from './useWindow.ts';
import { partAt } from './windowOf.ts';
import { nextStop, useRoving } from './useRoving.ts';

type LaneGridProps = {
  lanes: readonly Lane[];
  /** One day is drawn as a timeline, several as fields side by side. */
  days: readonly string[];
  today: string;
  /** The minute that it is. */
  now: string;
  label: string;
  mayCreate: boolean;
  onOpen: (shift: Planned) => void;
  /** Somebody has dragged, or has asked for a new shift at a place. */
  onPropose: (proposal: Proposal) => void;
};

/** The lowest that a lane may be, in pixels. */
const lowest = 44;
/** How high the names of the days are, in pixels. */
const headHeight = 40;

/** One lane per interpreter, of which those in sight are drawn. Everything that a mouse drags the arrow keys move, too. */
export function LaneGrid({ lanes, days, today, now, label, mayCreate, onOpen, onPropose }: LaneGridProps) {
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
  const drawn = useMemo(
    () => lanes.map((lane) => draw(lane, days, timeline, chipHeight)),
    [lanes, days, timeline, chipHeight],
  );
  const dayNames = useMemo(
    () => days.map((day) => `${dates.weekday(day, 'long')} ${dates.longDay(day)}`),
    [days, dates],
  );
  const ground = useMemo(() => ({ lanes, days, timeline }), [lanes, days, timeline]);

  const [held, setHeld] = useState<Proposal | null>(null);
  const [told, setTold] = useState('');
  const heights = useMemo(() => drawn.map(({ height }) => height), [drawn]);
  const { root, tops, first, last, scrollTo } = useWindow(heights, headHeight);
  const roving = useRoving(root, scrollTo);
  const active = {
    ...roving.active,
    lane: Math.min(roving.active.lane, Math.max(lanes.length - 1, 0)),
    day: Math.min(roving.active.day, days.length - 1),
  };
  active.item = Math.min(active.item, (drawn[active.lane]?.fields[active.day]?.length ?? 0) - 1);
  // The lane with the focus stays, so that scrolling does not lose it.
  const inSight = drawn.flatMap((one, at) => ((at >= first && at < last) || at === active.lane ? [{ one, at }] : []));

  const isRtl = () => root.current !== null && getComputedStyle(root.current).direction === 'rtl';
  const spotAt = (x: number, y: number): Spot | null => {
    const box = body.current?.getBoundingClientRect();
    if (!box || drawn.length === 0) return null;
    const names = Number.parseInt(nameWidth, 10);
    const share = ((isRtl() ? box.right - x : x - box.left) - names) / (box.width - names);
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

  const hold = (event: KeyboardEvent, proposal: Proposal) => {
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
        setHeld(next);
        setTold(inWords(next));
        scrollTo(lanes.findIndex(({ id }) => id === next.lane.id));
      }
    } else if (event.key === 'Enter' || event.key === ' ') {
      setHeld(null);
      if (isChange(proposal)) onPropose(proposal);
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      setHeld(null);
      setTold(t('letGo'));
      if (event.key === 'Tab') return;
    } else return;
    event.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (held) return hold(event, held);
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const stop = stopOf(event.target);
    if (!stop) return;
    const shift = shiftAt(stop);
    if (event.key === ' ' && shift?.can.update) {
      const lane = lanes[stop.lane];
      if (lane) {
        const proposal = { shift, lane, day: shift.date, until: shift.date, span: timeline && spanOf(shift) };
        setHeld(proposal);
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

  const ghost = drag.ghost ?? held;
  const todayAt = days.indexOf(today);
  const todayIs = useMemo<Span>(
    () => ({ from: dates.startOfDay(today), to: Date.parse(dates.endOfDay(today)) }),
    [dates, today],
  );
  const nowAt =
    todayAt === -1
      ? null
      : ((todayAt + placeIn(todayIs, { from: todayIs.from, to: Date.parse(now) }).size / 100) / days.length) * 100;
  const nowPlace = { insetInlineStart: `calc(${nameWidth} + (100% - ${nameWidth}) * ${(nowAt ?? 0) / 100})` };
  const hours = timeline ? hoursOf(timeline) : [];
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
        style={{ '--hours': hours.length }}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          const stop = stopOf(target);
          if (stop) roving.setActive(stop);
        }}
      >
        <Head role="row" aria-rowindex={1}>
          <Corner role="columnheader">{t('interpreter')}</Corner>
          {timeline ? (
            <Axis role="columnheader" aria-label={single && dates.longDay(single)}>
              {hours.map((at, index) =>
                index % 2 === 0 ? (
                  <Hour
                    key={at}
                    style={{ insetInlineStart: `${placeIn(timeline, { from: timeline.from, to: at }).size}%` }}
                  >
                    {dates.time(new Date(at).toISOString())}
                    {isElsewhere && <Own>{ownTime(new Date(at).toISOString())}</Own>}
                  </Hour>
                ) : null,
              )}
            </Axis>
          ) : (
            days.map((day) => (
              <DayName key={day} role="columnheader" aria-current={day === today ? 'date' : undefined}>
                <span>{dates.weekday(day)}</span> <b>{Number(day.slice(8))}</b>
              </DayName>
            ))
          )}
          {nowAt !== null && <NowDot aria-hidden style={nowPlace} />}
        </Head>
        <Body
          ref={body}
          role="rowgroup"
          style={{ blockSize: tops.at(-1) }}
          onClick={({ target }: MouseEvent) => press(target)}
          {...drag.handlers}
        >
          {nowAt !== null && <Now aria-hidden data-over={timeline ? true : undefined} style={nowPlace} />}
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
              ghost={ghost?.lane.id === one.lane.id ? ghost : null}
              moving={ghost?.shift?.interpreter === one.lane.id ? ghost.shift.id : null}
              start={tops[at] ?? 0}
            />
          ))}
        </Body>
      </Scroller>
      <Hidden id="calendar-keys">{t('keys')}</Hidden>
      <Hidden role="status">{told}</Hidden>
    </>
  );
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
  position: relative;
  max-block-size: max(360px, calc(100dvb - 280px));
  overflow: auto;
  overscroll-behavior: contain;

  @media print {
    max-block-size: none;
  }
`;

const Head = styled.div`
  position: sticky;
  inset-block-start: 0;
  z-index: 6;
  display: flex;
  min-inline-size: 1100px;
  block-size: ${headHeight}px;
  border-block-end: 1px solid ${colour.border};
  background: ${colour.surface};
  color: ${colour.textMuted};
  font-size: ${font.size.small};
`;

const Corner = styled.div`
  position: sticky;
  inset-inline-start: 0;
  z-index: 1;
  display: flex;
  align-items: center;
  flex: 0 0 ${nameWidth};
  padding-inline: ${space(3)};
  border-inline-end: 1px solid ${colour.border};
  background: ${colour.surface};
  font-weight: ${font.weight.medium};
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

  & + & {
    border-inline-start: 1px solid ${colour.border};
  }

  &[aria-current] > b {
    min-inline-size: 26px;
    padding: ${space(0.5)} ${space(1.5)};
    border-radius: 999px;
    background: ${colour.accent};
    color: ${colour.onAccent};
    text-align: center;
  }
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

/** The same hour on the clock of whoever looks at it. */
const Own = styled.span`
  font-size: 0.6875rem;
`;

const Body = styled.div`
  position: relative;
  min-inline-size: 1100px;
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

/** Stays in sight with the names of the days. */
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

const Hidden = styled.div`
  ${visuallyHidden}
`;
