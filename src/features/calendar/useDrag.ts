import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { Spot } from './proposal.ts';

/** How far the pointer moves before a press becomes a drag, in pixels. */
const threshold = 4;
/** How far the pointer moves up or down before something leaves its lane, in pixels: less than the height of the lowest lane. */
const laneStep = 32;
/** Scrolling near an edge: how near the pointer has to be, and how far each frame scrolls, in pixels. */
const edge = { near: 36, by: 10 };

type Drag<Gripped, Dropped> = {
  gripped: Gripped;
  from: Spot;
  /** Where the pointer went down. */
  start: { x: number; y: number };
  /** Where the pointer is now. */
  at: { x: number; y: number };
  /** False until the pointer has moved further than the threshold. */
  isDrag: boolean;
  proposal: Dropped | null;
};

type DragOptions<Gripped, Dropped> = {
  /** The element whose content is dragged. */
  area: RefObject<HTMLElement | null>;
  scroller: RefObject<HTMLElement | null>;
  /** The place in the calendar at a point of the viewport. */
  spotAt: (x: number, y: number) => Spot | null;
  /** What a press on the element grips; null for nothing. */
  gripOf: (target: Element) => Gripped | null;
  /** Whether it may change its lane. */
  isAcrossLanes: (gripped: Gripped) => boolean;
  propose: (gripped: Gripped, from: Spot, to: Spot) => Dropped | null;
  /** Shows a preview of the proposal; null when the drag is over. */
  onPreview: (proposal: Dropped | null) => void;
  onDrop: (proposal: Dropped) => void;
};

/** Scrolls while the pointer, `down` pixels below its start, is near an edge. Returns whether it has scrolled. */
function scrollNearEdge(scroller: HTMLElement | null, y: number, down: number): boolean {
  const box = scroller?.getBoundingClientRect();
  if (!scroller || !box) return false;
  const isNearEnd = down >= laneStep && y > box.bottom - edge.near;
  const isNearStart = down <= -laneStep && y < box.top + edge.near * 2;
  const by = isNearEnd ? edge.by : isNearStart ? -edge.by : 0;
  const before = scroller.scrollTop;
  if (by !== 0) scroller.scrollBy(0, by);
  return scroller.scrollTop !== before;
}

type PointerListeners = {
  press: (event: PointerEvent) => void;
  /** Returns whether a drag is under way, so that the next frame follows the pointer. */
  move: (event: PointerEvent) => boolean;
  /** Returns whether the next frame has to follow again. */
  follow: () => boolean;
  release: () => void;
  cancel: () => void;
  key: (event: KeyboardEvent) => void;
  click: (event: MouseEvent) => void;
};

/** Listens to the pointer over an element, whose moves it passes on once per frame, and to keys. Returns a function that stops it. */
function listen(element: HTMLElement, { press, move, follow, release, cancel, key, click }: PointerListeners) {
  let frame = 0;
  const onFrame = () => {
    frame = follow() ? requestAnimationFrame(onFrame) : 0;
  };
  const onMove = (event: PointerEvent) => {
    if (move(event) && frame === 0) frame = requestAnimationFrame(onFrame);
  };
  element.addEventListener('pointerdown', press);
  element.addEventListener('pointermove', onMove);
  element.addEventListener('pointerup', release);
  element.addEventListener('pointercancel', cancel);
  element.addEventListener('click', click, { capture: true });
  window.addEventListener('keydown', key, { capture: true });
  return () => {
    cancelAnimationFrame(frame);
    element.removeEventListener('pointerdown', press);
    element.removeEventListener('pointermove', onMove);
    element.removeEventListener('pointerup', release);
    element.removeEventListener('pointercancel', cancel);
    element.removeEventListener('click', click, { capture: true });
    window.removeEventListener('keydown', key, { capture: true });
  };
}

/**
 * Dragging with a mouse or a pen; a finger scrolls, so on touch screens people press and use the form. What is dragged changes its lane, and
 * lanes scroll near an edge, only after a clear move up or down. Escape cancels. The pointer is read once per frame, and only the
 * preview re-renders.
 */
export function useDrag<Gripped, Dropped>(options: DragOptions<Gripped, Dropped>): void {
  const { area, scroller, spotAt, gripOf, isAcrossLanes, propose, onPreview, onDrop } = options;
  const current = useRef<Drag<Gripped, Dropped> | null>(null);
  const wasDrag = useRef(false);

  const end = useEffectEvent(() => {
    current.current = null;
    onPreview(null);
  });
  /** Previews the drag at the pointer. Returns whether the lanes have scrolled, so that the next frame has to follow again. */
  const follow = useEffectEvent((): boolean => {
    const drag = current.current;
    if (!drag?.isDrag) return false;
    const { x, y } = drag.at;
    const down = isAcrossLanes(drag.gripped) ? y - drag.start.y : 0;
    const hasScrolled = scrollNearEdge(scroller.current, y, down);
    const under = spotAt(x, y);
    if (under) {
      const to = Math.abs(down) < laneStep ? { ...under, lane: drag.from.lane } : under;
      drag.proposal = propose(drag.gripped, drag.from, to);
      onPreview(drag.proposal);
    }
    return hasScrolled;
  });
  const press = useEffectEvent((event: PointerEvent) => {
    wasDrag.current = false;
    if (event.button !== 0 || event.pointerType === 'touch' || !(event.target instanceof Element)) return;
    const gripped = gripOf(event.target);
    const at = { x: event.clientX, y: event.clientY };
    const from = gripped && spotAt(at.x, at.y);
    if (gripped && from) current.current = { gripped, from, start: at, at, isDrag: false, proposal: null };
  });
  /** Returns whether a drag is under way. */
  const move = useEffectEvent((event: PointerEvent): boolean => {
    const drag = current.current;
    if (!drag) return false;
    drag.at = { x: event.clientX, y: event.clientY };
    if (!drag.isDrag) {
      if (Math.hypot(drag.at.x - drag.start.x, drag.at.y - drag.start.y) < threshold) return false;
      drag.isDrag = true;
      area.current?.setPointerCapture(event.pointerId);
    }
    return true;
  });
  const release = useEffectEvent(() => {
    const drag = current.current;
    if (!drag) return;
    wasDrag.current = drag.isDrag;
    // The last move may still wait for its frame.
    if (drag.isDrag) follow();
    end();
    if (drag.isDrag && drag.proposal) onDrop(drag.proposal);
  });
  const cancelOnEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !current.current?.isDrag) return;
    event.stopPropagation();
    wasDrag.current = true;
    end();
  });

  useEffect(() => {
    const element = area.current;
    if (!element) return undefined;
    return listen(element, {
      press: (event) => press(event),
      move: (event) => move(event),
      follow: () => follow(),
      release: () => release(),
      cancel: () => end(),
      key: (event) => cancelOnEscape(event),
      // The click that ends a drag opens nothing.
      click: (event) => {
        if (wasDrag.current) {
          event.stopPropagation();
          event.preventDefault();
        }
        wasDrag.current = false;
      },
    });
  }, [area]);
}
