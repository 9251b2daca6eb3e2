import type { Planned } from './layout.ts';
import { type Grip, isChange, type Proposal, proposed } from './proposal.ts';
import { useDrag } from './useDrag.ts';
import type { LaneSurface } from './useLaneSurface.ts';
import { stopOf } from './useRoving.ts';

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
export function useShiftDrag({ surface, mayCreate, onPreview, onPropose }: ShiftDragOptions): void {
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
