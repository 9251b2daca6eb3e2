import { type Atom, useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { spanText } from '../../../contract/wallSpan.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { colour, font, radius, space } from '#ui/theme.ts';
import { placeIn } from './layout.ts';
import { firstRowTop, nameWidth, widthOf } from './measures.ts';
import type { Proposal } from './proposal.ts';
import type { LaneSurface } from './useLaneSurface.ts';

type DragPreviewProps = {
  /** What is being dragged, or moved by keys. */
  current: Atom<Proposal | null>;
  /** What was dropped and is not saved yet. */
  moved: Proposal | null;
  surface: LaneSurface;
};

/** Its height in a week, and its distance from the lower edge of the lane, in pixels. */
const inWeek = { height: 28, below: 3 };

/** A preview of the proposed shift above the lanes; during a drag nothing else re-renders (decision 216). */
export function DragPreview({ current, moved, surface }: DragPreviewProps) {
  const { t } = useTranslation('calendar');
  const { dates } = useFormats();
  const proposal = useAtomValue(current) ?? moved;
  if (!proposal) return null;
  const { grid, tops, chipHeight } = surface;
  const { lanes, days, timeline } = grid;
  const { lane, day, until, span, shift } = proposal;
  const at = lanes.findIndex(({ id }) => id === lane.id);
  const first = days.indexOf(day);
  if (at === -1 || first === -1) return null;
  const time = (instant: number) => dates.time(new Date(instant).toISOString());
  // Only `translate` changes, so the compositor moves it; its percentages refer to the width of the preview itself.
  const placed = (start: number, size: number, top: number, height: number) => ({
    inlineSize: widthOf(size),
    blockSize: height,
    translate: `calc(var(--onward) * ${(start / size) * 100}%) ${top}px`,
  });
  if (timeline && span) {
    const { start, size } = placeIn(timeline, span);
    return (
      <Place aria-hidden style={placed(start / 100, size / 100, (tops[at] ?? 0) + firstRowTop, chipHeight)}>
        <Frame>{spanText({ time_from: time(span.from), time_to: time(span.to) })}</Frame>
      </Place>
    );
  }
  const many = Math.max(days.indexOf(until) - first, 0) + 1;
  const top = (tops[at + 1] ?? 0) - inWeek.height - inWeek.below;
  return (
    <Place aria-hidden data-inset style={placed(first / days.length, many / days.length, top, inWeek.height)}>
      <Frame>{shift ? spanText(shift) : t('newShift')}</Frame>
    </Place>
  );
}

const Place = styled.div`
  --onward: 1;
  position: absolute;
  inset-block-start: 0;
  inset-inline-start: ${nameWidth}px;
  z-index: 2;
  display: flex;
  pointer-events: none;
  will-change: translate;

  &[data-inset] {
    padding-inline: 3px 2px;
  }

  [dir='rtl'] & {
    --onward: -1;
  }
`;

const Frame = styled.div`
  display: flex;
  align-items: center;
  flex: 1;
  min-inline-size: 0;
  padding: 0 ${space(1.5)};
  border: 2px solid ${colour.accent};
  border-radius: ${radius.small};
  background: ${colour.surfaceRaised};
  color: ${colour.text};
  font-size: ${font.size.small};
  font-weight: ${font.weight.semibold};
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`;
