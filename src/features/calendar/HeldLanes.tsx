import { Ban, CalendarPlus, CircleCheck, UserCheck } from 'lucide-react';
import { styled } from 'styled-components';
import { colour, font, radius, space } from '#ui/theme.ts';
import type { LaneLayout } from './laneLayout.ts';
import { nameWidth } from './measures.ts';
import type { Held } from './useHeldBooking.ts';
import type { LaneVerdict } from './useLaneVerdicts.ts';

const icons = { ready: CircleCheck, needs_shift: CalendarPlus, impossible: Ban, member: UserCheck };

type HeldLanesProps = {
  held: Held;
  /** The name and the time of what is held. */
  what: string | null;
  verdicts: ReadonlyMap<string, LaneVerdict>;
  lanes: readonly { layout: LaneLayout; at: number }[];
  /** The offset of each lane, in pixels. */
  tops: readonly number[];
};

/** Over each lane in sight while a booking is held: whether its interpreter can take it, in words and a form of its own. */
export function HeldLanes({ held, what, verdicts, lanes, tops }: HeldLanesProps) {
  return lanes.map(({ layout: { lane, height }, at }) => {
    const verdict = verdicts.get(lane.id);
    const isTarget = held.to?.id === lane.id;
    const Icon = verdict && icons[verdict.group];
    return (
      <Cover
        key={lane.id}
        aria-hidden
        data-group={verdict?.group}
        data-target={isTarget || undefined}
        style={{ insetBlockStart: tops[at], blockSize: height }}
      >
        <Veil>
          {(verdict || isTarget) && (
            <Words>
              {Icon && <Icon size={16} />}
              {verdict && <b>{verdict.title}</b>}
              {verdict?.text && <span>{verdict.text}</span>}
              {isTarget && <What>{what}</What>}
            </Words>
          )}
        </Veil>
      </Cover>
    );
  });
}

const Cover = styled.div`
  position: absolute;
  inset-inline: 0;
  z-index: 4;
  display: flex;
  pointer-events: none;
`;

/** Stays in sight where lanes scroll sideways. */
const Veil = styled.div`
  position: sticky;
  inset-inline-start: ${nameWidth}px;
  display: flex;
  align-items: center;
  inline-size: calc(100cqi - ${nameWidth}px);
  margin-inline-start: ${nameWidth}px;
  padding-inline: ${space(2)};
  border-inline-start: 4px solid ${colour.borderControl};
  background: color-mix(in srgb, ${colour.surface} 65%, transparent);

  [data-group='ready'] > & {
    border-inline-start-color: ${colour.successText};
  }

  [data-group='needs_shift'] > & {
    border-inline-start: 4px double ${colour.warningText};
  }

  [data-group='impossible'] > & {
    border-inline-start: 4px dashed ${colour.danger};
    background: color-mix(in srgb, ${colour.surface} 82%, transparent);
  }

  [data-target] > & {
    outline: 2px solid ${colour.accent};
    outline-offset: -2px;
  }
`;

const Words = styled.span`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  min-inline-size: 0;
  max-inline-size: 100%;
  padding: ${space(1)} ${space(2)};
  border: 1px solid ${colour.border};
  border-radius: ${radius.small};
  background: ${colour.surfaceRaised};
  color: ${colour.text};
  font-size: ${font.size.small};
  white-space: nowrap;

  & > svg {
    flex-shrink: 0;
  }

  [data-group='ready'] & > svg {
    color: ${colour.successText};
  }

  [data-group='needs_shift'] & > svg {
    color: ${colour.warningText};
  }

  [data-group='impossible'] & > svg {
    color: ${colour.dangerText};
  }

  & > span {
    overflow: hidden;
    text-overflow: ellipsis;
  }
`;

const What = styled.span`
  flex-shrink: 1000;
  padding-inline-start: ${space(2)};
  border-inline-start: 1px solid ${colour.borderControl};
  color: ${colour.textMuted};
`;
