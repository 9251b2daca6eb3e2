import { type PointerEvent, type RefObject, useRef, useState } from 'react';
import type { Planned } from './layout.ts';
import type { Grip, Proposal, Spot } from './proposal.ts';

/** How far the pointer has to go before a press is a drag, in pixels. */
const threshold = 4;
/** How near to an edge of what scrolls the pointer scrolls it, and how far at once, in pixels. */
const edge = { near: 36, by: 14 };

type Begun = { grip: Grip; shift: Planned | null; from: Spot; x: number; y: number; isDrag: boolean };

type DragOptions = {
  scroller: RefObject<HTMLElement | null>;
  /** The place under a point of the window. */
  spotAt: (x: number, y: number) => Spot | null;
  /** What may be gripped there; null for nothing. */
  gripOf: (target: Element) => { grip: Grip; shift: Planned | null } | null;
  propose: (drag: { grip: Grip; shift: Planned | null; from: Spot; to: Spot }) => Proposal | null;
  onDrop: (proposal: Proposal) => void;
};

/**
 * Dragging with a mouse or a pen. A finger scrolls: it presses and uses the form instead. Answers the handlers, and what
 * the drag under way asks for.
 */
export function useDrag({ scroller, spotAt, gripOf, propose, onDrop }: DragOptions) {
  const begun = useRef<Begun | null>(null);
  const wasDrag = useRef(false);
  const [ghost, setGhost] = useState<Proposal | null>(null);
  const end = () => {
    begun.current = null;
    setGhost(null);
  };
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      wasDrag.current = false;
      if (event.button !== 0 || event.pointerType === 'touch' || !(event.target instanceof Element)) return;
      const found = gripOf(event.target);
      const from = found && spotAt(event.clientX, event.clientY);
      if (found && from) begun.current = { ...found, from, x: event.clientX, y: event.clientY, isDrag: false };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const drag = begun.current;
      if (!drag) return;
      const { clientX: x, clientY: y } = event;
      if (!drag.isDrag) {
        if (Math.hypot(x - drag.x, y - drag.y) < threshold) return;
        drag.isDrag = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }
      const box = scroller.current?.getBoundingClientRect();
      if (box && y > box.bottom - edge.near) scroller.current?.scrollBy(0, edge.by);
      else if (box && y < box.top + edge.near * 2) scroller.current?.scrollBy(0, -edge.by);
      const to = spotAt(x, y);
      if (to) setGhost(propose({ grip: drag.grip, shift: drag.shift, from: drag.from, to }));
    },
    onPointerUp: () => {
      const drag = begun.current;
      wasDrag.current = drag?.isDrag ?? false;
      if (drag?.isDrag && ghost) onDrop(ghost);
      end();
    },
    onPointerCancel: end,
    // The click that ends a drag opens nothing.
    onClickCapture: (event: { stopPropagation: () => void }) => {
      if (wasDrag.current) event.stopPropagation();
      wasDrag.current = false;
    },
  };
  return { handlers, ghost };
}
