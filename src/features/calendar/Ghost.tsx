import { type Atom, useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useFormats } from '#i18n/useFormats.ts';
import { font, radius, space } from '#ui/theme.ts';
import { colour } from '#ui/tokens.ts';
import { type Lane, placeIn, type Span } from './layout.ts';
import { nameWidth, rowTop, widthOf } from './measures.ts';
import type { Proposal } from './proposal.ts';

type GhostProps = {
  /** What is carried about now. */
  of: Atom<Proposal | null>;
  /** What has been put down and is not saved yet. */
  moved: Proposal | null;
  lanes: readonly Lane[];
  /** Where each lane begins, in pixels, and where the last one ends. */
  tops: readonly number[];
  days: readonly string[];
  timeline: Span | null;
  chipHeight: number;
};

/** How high it is in a week, and how far from the lower edge of its lane, in pixels. */
const inWeek = { height: 28, below: 3 };

/** What is being asked for, drawn over the lanes: while it is carried about, nothing else is drawn anew. */
export function Ghost({ of, moved, lanes, tops, days, timeline, chipHeight }: GhostProps) {
  const { t } = useTranslation('calendar');
  const { dates } = useFormats();
  const proposal = useAtomValue(of) ?? moved;
  if (!proposal) return null;
  const { lane, day, until, span, shift } = proposal;
  const at = lanes.findIndex(({ id }) => id === lane.id);
  const first = days.indexOf(day);
  if (at === -1 || first === -1) return null;
  const time = (instant: number) => dates.time(new Date(instant).toISOString());
  // Carried by `translate` alone it is moved by the compositor; its steps are counted in its own width.
  const placed = (start: number, size: number, top: number, height: number) => ({
    inlineSize: widthOf(size),
    blockSize: height,
    translate: `calc(var(--onward) * ${(start / size) * 100}%) ${top}px`,
  });
  if (timeline && span) {
    const { start, size } = placeIn(timeline, span);
    return (
      <Place aria-hidden style={placed(start / 100, size / 100, (tops[at] ?? 0) + rowTop(0, chipHeight), chipHeight)}>
        <Frame>
          {time(span.from)}–{time(span.to)}
        </Frame>
      </Place>
    );
  }
  const many = Math.max(days.indexOf(until) - first, 0) + 1;
  const top = (tops[at + 1] ?? 0) - inWeek.height - inWeek.below;
  return (
    <Place aria-hidden data-inset style={placed(first / days.length, many / days.length, top, inWeek.height)}>
      <Frame>{shift ? `${shift.time_from}–${shift.time_to}` : t('newShift')}</Frame>
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
