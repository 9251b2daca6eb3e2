import type { LaneItem } from './laneLayout.ts';
import type { Planned } from './layout.ts';
import { type Grid, type Grip, isChange, type Proposal, proposed } from './proposal.ts';
import { useDrag } from './useDrag.ts';
import { type Stop, stopOf } from './useRoving.ts';

type Gripped = { grip: Grip; shift: Planned | null };

type ShiftDragOptions = Pick<
  Parameters<typeof useDrag<Gripped, Proposal>>[0],
  'area' | 'scroller' | 'spotAt' | 'onPreview'
> & {
  grid: Grid;
  itemAt: (stop: Stop) => LaneItem | null;
  /** Whether a drag over empty fields draws a new shift. */
  mayCreate: boolean;
  onPropose: (proposal: Proposal) => void;
};

/** Lets people drag a shift to another day, time or lane, and drag its ends on a timeline. */
export function useShiftDrag({ grid, itemAt, mayCreate, onPropose, ...drag }: ShiftDragOptions): void {
  useDrag<Gripped, Proposal>({
    ...drag,
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
    onDrop: (proposal) => {
      if (isChange(proposal)) onPropose(proposal);
    },
  });
}
