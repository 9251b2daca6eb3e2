import { CalendarX2 } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Shift } from '../../../contract/shifts.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { space } from '#ui/theme.ts';
import { colour } from '#ui/tokens.ts';
import { Agenda } from './Agenda.tsx';
import { DayStrip } from './DayStrip.tsx';
import { LaneGrid } from './LaneGrid.tsx';
import type { Lane, View } from './layout.ts';
import { MonthGrid } from './MonthGrid.tsx';
import type { Proposal } from './proposal.ts';

type ViewOfShiftsProps = {
  view: View;
  isPhone: boolean;
  hasNames: boolean;
  day: string;
  days: readonly string[];
  today: string;
  now: string;
  /** Null while they are read. */
  lanes: readonly Lane[] | null;
  label: string;
  mayCreate: boolean;
  onDay: (day: string) => void;
  onOpen: (shift: Shift) => void;
  onPropose: (proposal: Proposal) => void;
};

/** The shifts as the view has them. On a phone lanes would be too narrow for a thumb: there days and weeks are lists. */
export function ViewOfShifts({ view, isPhone, lanes, ...props }: ViewOfShiftsProps) {
  const { t } = useTranslation('calendar');
  const shifts = useMemo(
    () => lanes?.flatMap((lane) => lane.shifts).sort((one, other) => Date.parse(one.from) - Date.parse(other.from)),
    [lanes],
  );
  if (!lanes || !shifts)
    return (
      <Waiting>
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <Skeleton key={row} height="40px" />
        ))}
      </Waiting>
    );
  const { day, days, today, hasNames, label, onDay, onOpen } = props;
  if (view === 'month') return <MonthGrid {...{ days, day, shifts, today, hasNames, label, onDay, onOpen }} />;
  if (view === 'agenda' || isPhone)
    return (
      <>
        {isPhone && <DayStrip day={day} today={today} onDay={onDay} />}
        <Agenda key={days[0]} {...{ days, shifts, today, hasNames, onOpen }} />
      </>
    );
  if (lanes.length === 0)
    return (
      <EmptyState icon={<CalendarX2 />} title={t('nobody')}>
        {t('nobodyText')}
      </EmptyState>
    );
  return <LaneGrid lanes={lanes} {...props} />;
}

const Waiting = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(2)};
  padding: ${space(3)};
  border-block-start: 1px solid ${colour.border};
`;
