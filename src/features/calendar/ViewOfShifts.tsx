import { CalendarX2 } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { CalendarPage } from '../../../contract/shifts.ts';
import type { AbsencesByDay } from '#domain/absences/AbsencesByDay.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { colour, space } from '#ui/theme.ts';
import { useOnPaper } from '#ui/useOnPaper.ts';
import { Agenda } from './Agenda.tsx';
import { DayStrip } from './DayStrip.tsx';
import { LaneGrid } from './LaneGrid.tsx';
import { inOrder } from './entries.ts';
import type { Lane, Planned, View } from './layout.ts';
import { type MonthDay, MonthGrid } from './MonthGrid.tsx';
import { PaperDay, PaperRoster } from './PaperRoster.tsx';
import type { HolidayNames } from './useHolidays.ts';
import type { Proposal } from './proposal.ts';
import { Unassigned } from './Unassigned.tsx';

type ViewOfShiftsProps = {
  view: View;
  isPhone: boolean;
  hasNames: boolean;
  day: string;
  days: readonly string[];
  today: string;
  now: string;
  /** Null while loading, and in a month. */
  lanes: readonly Lane[] | null;
  /** The bookings that are short of people; undefined for everybody besides planners, and in a month. */
  unassigned: CalendarPage['unassigned'];
  /** The days of a month that have shifts; null while loading, and in other views. */
  month: readonly MonthDay[] | null;
  holidays: HolidayNames;
  absences: AbsencesByDay;
  label: string;
  /** Whether a search or a filter is set. */
  isNarrowed: boolean;
  mayCreate: boolean;
  /** A move that is not saved yet. */
  moved: Proposal | null;
  onDay: (day: string) => void;
  onOpen: (shift: Planned) => void;
  onBooking: (id: string) => void;
  onPropose: (proposal: Proposal) => void;
};

/** The shifts in the chosen view. Lanes are too narrow for phones: there days and weeks are lists. Paper has tables. */
export function ViewOfShifts({ view, isPhone, lanes, unassigned, month, isNarrowed, ...props }: ViewOfShiftsProps) {
  const { t } = useTranslation('calendar');
  const isOnPaper = useOnPaper();
  const isLanes = !isPhone && (view === 'day' || view === 'week');
  const entries = useMemo(() => (lanes && !isLanes ? inOrder(lanes) : []), [lanes, isLanes]);
  const { day, days, today, holidays, absences, hasNames, label, onDay, onOpen, onBooking } = props;
  if (month)
    return (
      <MonthGrid days={days} day={day} known={month} holidays={holidays} today={today} label={label} onDay={onDay} />
    );
  if (!lanes)
    return (
      <Waiting>
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <Skeleton key={row} height="40px" />
        ))}
      </Waiting>
    );
  if (isLanes && lanes.length === 0)
    return (
      <EmptyState icon={<CalendarX2 />} title={t('nobody')}>
        {t(isNarrowed ? 'nobodyText' : 'nobodyYet')}
      </EmptyState>
    );
  const hasPaper = isOnPaper && lanes.length > 0 && (view === 'day' || view === 'week');
  return (
    <>
      {hasPaper &&
        (view === 'day' ? (
          <PaperDay lanes={lanes} day={day} absences={absences} />
        ) : (
          <PaperRoster lanes={lanes} days={days} holidays={holidays} absences={absences} />
        ))}
      {/* Stays mounted, so that it keeps its place and focus. */}
      <Screen hidden={hasPaper}>
        {isLanes ? (
          <LaneGrid lanes={lanes} unassigned={unassigned} {...props} />
        ) : (
          <>
            {unassigned && <Unassigned unassigned={unassigned} days={days} onOpen={onBooking} />}
            {isPhone && !isOnPaper && <DayStrip day={day} today={today} onDay={onDay} />}
            <Agenda
              key={days[0]}
              days={days}
              entries={entries}
              holidays={holidays}
              absences={absences}
              today={today}
              isOnPaper={isOnPaper}
              hasNames={hasNames}
              isNarrowed={isNarrowed}
              onOpen={onOpen}
              onBooking={onBooking}
            />
          </>
        )}
      </Screen>
    </>
  );
}

const Screen = styled.div`
  &:not([hidden]) {
    display: contents;
  }
`;

const Waiting = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(2)};
  padding: ${space(3)};
  border-block-start: 1px solid ${colour.border};
`;
