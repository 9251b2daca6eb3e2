import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import type { Planned } from './layout.ts';
import type { Grip, Proposal, Spot } from './proposal.ts';

/** How far the pointer has to go before a press is a drag, in pixels. */
const threshold = 4;
/** How far up or down the pointer has to go before a shift leaves its lane, in pixels: less than the lowest lane is high. */
const laneStep = 32;
/** How near to an edge of what scrolls the pointer scrolls it, and how far in a frame, in pixels. */
const edge = { near: 36, by: 10 };

type Begun = {
  grip: Grip;
  shift: Planned | null;
  from: Spot;
  /** Where the pointer went down, and where it is. */
  start: { x: number; y: number };
  at: { x: number; y: number };
  isDrag: boolean;
  asked: Proposal | null;
};

type DragOptions = {
  scroller: RefObject<HTMLElement | null>;
  /** The place under a point of the window. */
  spotAt: (x: number, y: number) => Spot | null;
  /** What may be gripped there; null for nothing. */
  gripOf: (target: Element) => { grip: Grip; shift: Planned | null } | null;
  propose: (drag: { grip: Grip; shift: Planned | null; from: Spot; to: Spot }) => Proposal | null;
  /** Draws what the drag under way asks for; null when it is over. */
  onAsk: (proposal: Proposal | null) => void;
  onDrop: (proposal: Proposal) => void;
};

/**
 * Dragging with a mouse or a pen. A finger scrolls: it presses and uses the form instead. Only a clear move up or down leads
 * to another lane, and only then the lanes scroll near an edge: a move sideways stays with its person. Escape cancels. Once in a frame it is looked where the pointer is, and nothing of React's is drawn
 * for that but what `onAsk` draws. Answers the handlers.
 */
export function useDrag(options: DragOptions) {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const begun = useRef<Begun | null>(null);
  const frame = useRef(0);
  const wasDrag = useRef(false);
  const stop = useRef(() => undefined as void);
  useEffect(() => () => stop.current(), []);

  const end = () => {
    cancelAnimationFrame(frame.current);
    frame.current = 0;
    begun.current = null;
    stop.current();
    latest.current.onAsk(null);
  };
  const follow = () => {
    frame.current = 0;
    const drag = begun.current;
    if (!drag) return;
    const { scroller, spotAt, propose, onAsk } = latest.current;
    const { x, y } = drag.at;
    const down = drag.grip === 'whole' ? y - drag.start.y : 0;
    const box = scroller.current?.getBoundingClientRect();
    const isNearEnd = box && down >= laneStep && y > box.bottom - edge.near;
    const isNearStart = box && down <= -laneStep && y < box.top + edge.near * 2;
    const by = isNearEnd ? edge.by : isNearStart ? -edge.by : 0;
    const before = scroller.current?.scrollTop;
    if (by !== 0) scroller.current?.scrollBy(0, by);
    const under = spotAt(x, y);
    if (under) {
      const to = Math.abs(down) < laneStep ? { ...under, lane: drag.from.lane } : under;
      drag.asked = propose({ grip: drag.grip, shift: drag.shift, from: drag.from, to });
      onAsk(drag.asked);
    }
    if (scroller.current?.scrollTop !== before) frame.current = requestAnimationFrame(follow);
  };
  const listen = () => {
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      wasDrag.current = true;
      end();
    };
    window.addEventListener('keydown', leave, { capture: true });
    stop.current = () => {
      window.removeEventListener('keydown', leave, { capture: true });
      stop.current = () => undefined;
    };
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      wasDrag.current = false;
      if (event.button !== 0 || event.pointerType === 'touch' || !(event.target instanceof Element)) return;
      const found = options.gripOf(event.target);
      const at = { x: event.clientX, y: event.clientY };
      const from = found && options.spotAt(at.x, at.y);
      if (found && from) begun.current = { ...found, from, start: at, at, isDrag: false, asked: null };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const drag = begun.current;
      if (!drag) return;
      drag.at = { x: event.clientX, y: event.clientY };
      if (!drag.isDrag) {
        if (Math.hypot(drag.at.x - drag.start.x, drag.at.y - drag.start.y) < threshold) return;
        drag.isDrag = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        listen();
      }
      if (frame.current === 0) frame.current = requestAnimationFrame(follow);
    },
    onPointerUp: () => {
      const drag = begun.current;
      if (!drag) return;
      wasDrag.current = drag.isDrag;
      // What the last move asks for may not have been looked at yet.
      if (drag.isDrag) follow();
      end();
      if (drag.isDrag && drag.asked) options.onDrop(drag.asked);
    },
    onPointerCancel: end,
    // The click that ends a drag opens nothing.
    onClickCapture: (event: { stopPropagation: () => void }) => {
      if (wasDrag.current) event.stopPropagation();
      wasDrag.current = false;
    },
  };
}
