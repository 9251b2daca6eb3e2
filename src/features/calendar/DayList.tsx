import { CircleAlert, CircleCheck, CircleMinus, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { SchedulePreview } from '../../../contract/schedules.ts';
import { ApiError } from '#api/problem.ts';
import { useExcessWords } from '#domain/useExcessWords.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { colour, media, radius, space } from '#ui/theme.ts';
import { useHolidays } from './useHolidays.ts';
import { conflictsOf } from './previews.ts';

/** One day of a preview. */
export type PreviewDay = SchedulePreview['occurrences'][number];

type DayListProps = {
  label: string;
  days: SchedulePreview;
  /** Whether to omit conflicting days. */
  isSkipping: boolean;
  /** The text of a day without a conflict. */
  describe: (day: PreviewDay) => string;
  /** The text of a conflicting day that is omitted. */
  describeLeftOut: (day: PreviewDay) => string;
};

/** The days of a preview as a list: the effect on each, or its conflict. */
export function DayList({ label, days, isSkipping, describe, describeLeftOut }: DayListProps) {
  const { t } = useTranslation('calendar');
  const { dates } = useFormats();
  const errorMessage = useErrorMessage();
  const excessWords = useExcessWords();
  const holidays = useHolidays(days.holidays);
  const conflicts = new Set(isSkipping ? conflictsOf(days) : []);
  return (
    <List tabIndex={0} aria-label={label}>
      {days.occurrences.map((day) => {
        const { date, from, to, effect, verdict, reasons } = day;
        const holiday = effect === 'removed' || effect === 'kept' ? undefined : holidays.get(date);
        const warnings = [
          ...(holiday === undefined ? [] : [t('holiday', { name: holiday })]),
          ...excessWords(day.excess),
        ];
        const isRefused = verdict === 'refused';
        const isSkipped = effect === 'left_out' || (effect !== 'removed' && conflicts.has(date));
        const isWarned = (warnings.length > 0 || (reasons.length > 0 && !isRefused)) && !isSkipped;
        const Icon = isSkipped || effect === 'removed' ? CircleMinus : isWarned ? TriangleAlert : CircleCheck;
        return (
          <Day
            key={`${date} ${from} ${effect}`}
            data-warned={isWarned || undefined}
            data-refused={(isRefused && !isSkipped) || undefined}
            data-removed={effect === 'removed' || undefined}
            data-skipped={isSkipped || undefined}
          >
            {isRefused && !isSkipped ? <CircleAlert size={16} aria-hidden /> : <Icon size={16} aria-hidden />}
            <DateTime>
              {dates.weekday(date)} {dates.day(date)}, {dates.time(from)}–{dates.time(to)}
            </DateTime>
            <span>
              {isRefused
                ? [
                    ...reasons.map((code) => errorMessage(new ApiError(code))),
                    ...warnings,
                    ...(isSkipped ? [describeLeftOut(day)] : []),
                  ].join(' ')
                : [describe(day), ...warnings].join(' · ')}
            </span>
          </Day>
        );
      })}
      {days.left_out.map((date) => (
        <Day key={date} data-skipped>
          <CircleMinus size={16} aria-hidden />
          <DateTime>
            {dates.weekday(date)} {dates.day(date)}
          </DateTime>
          <span>{t('clocksLeaveOut')}</span>
        </Day>
      ))}
    </List>
  );
}

const List = styled.ul`
  max-block-size: 320px;
  overflow: auto;
  border: 1px solid ${colour.border};
  border-radius: ${radius.medium};
`;

const Day = styled.li`
  display: grid;
  grid-template-columns: 16px 26ch minmax(0, 1fr);
  gap: ${space(3)};
  align-items: start;
  padding: ${space(1.5)} ${space(3)};

  & + & {
    border-block-start: 1px solid ${colour.border};
  }

  & > svg {
    margin-block-start: 2px;
    color: ${colour.successText};
  }

  &[data-warned] > svg {
    color: ${colour.warningText};
  }

  &[data-removed] > svg {
    color: ${colour.textMuted};
  }

  &[data-refused] > svg,
  &[data-refused] > span:last-child {
    color: ${colour.dangerText};
  }

  &[data-skipped] > svg,
  &[data-skipped] > span {
    color: ${colour.textMuted};
  }

  &[data-skipped] > span:nth-of-type(1) {
    text-decoration: line-through;
  }

  ${media.phone} {
    grid-template-columns: 16px minmax(0, 1fr);

    & > span:last-child {
      grid-column: 2;
    }
  }
`;

const DateTime = styled.span`
  font-variant-numeric: tabular-nums;
`;
