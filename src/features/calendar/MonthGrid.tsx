import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { CalendarMonth } from '../../../contract/shifts.ts';
import { useFormats } from '#i18n/useFormats.ts';
import type { HolidayNames } from './useHolidays.ts';
import { Hidden } from '#ui/Hidden.ts';
import { colour, font, media, radius, space } from '#ui/theme.ts';

/** A day with the number and the minutes of its shifts and reservations. */
export type MonthDay = CalendarMonth['days'][number];

type MonthGridProps = {
  /** Whole weeks, from a Monday. */
  days: readonly string[];
  /** A day of the month to show. */
  day: string;
  /** The days that have shifts. */
  known: readonly MonthDay[];
  holidays: HolidayNames;
  today: string;
  label: string;
  onDay: (day: string) => void;
};

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** A month by weeks: the hours of each day as a bar, and how many people are missing. Pressing a day opens its lanes. */
export function MonthGrid({ days, day, known, holidays, today, label, onDay }: MonthGridProps) {
  const { t } = useTranslation('calendar');
  const { dates, numbers } = useFormats();
  const table = useRef<HTMLTableElement>(null);
  const byDate = new Map(known.map((monthDay) => [monthDay.date, monthDay]));
  const most = Math.max(1, ...known.map(({ planned, open = 0 }) => planned + open));
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));

  const hours = (minutes: number) => numbers.count(Math.round(minutes / 60));
  const wordsOf = ({ planned, booked = 0, open = 0, short = 0 }: MonthDay) => [
    ...(planned > 0 ? [t('plannedHours', { number: hours(planned) })] : []),
    ...(booked > 0 ? [t('bookedHours', { number: hours(booked) })] : []),
    ...(open > 0 ? [t('openHours', { number: hours(open) })] : []),
    ...(short > 0 ? [t('missing', { number: numbers.count(short) })] : []),
  ];
  const walk = ({ key, target }: KeyboardEvent<HTMLTableElement>) => {
    const from = target instanceof HTMLElement ? days.indexOf(target.dataset.day ?? '') : -1;
    const isRtl = table.current !== null && getComputedStyle(table.current).direction === 'rtl';
    const by = steps[key];
    if (from === -1 || by === undefined) return;
    const next = days[from + (isRtl && Math.abs(by) === 1 ? -by : by)];
    table.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
  };
  return (
    <Table ref={table} aria-label={label} onKeyDown={walk}>
      <thead>
        <tr>
          {days.slice(0, 7).map((columnDay) => (
            <th key={columnDay} scope="col">
              <abbr title={dates.weekday(columnDay, 'long')}>{dates.weekday(columnDay)}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((date) => {
              const ofDay: MonthDay = byDate.get(date) ?? { date, count: 0, planned: 0 };
              const { count, short = 0 } = ofDay;
              const holiday = holidays.get(date);
              const words = [...(holiday === undefined ? [] : [holiday]), ...wordsOf(ofDay)];
              return (
                <td
                  key={date}
                  data-other={date.slice(0, 7) === day.slice(0, 7) ? undefined : true}
                  data-holiday={holiday === undefined ? undefined : true}
                >
                  <DayButton
                    type="button"
                    data-day={date}
                    aria-current={date === today ? 'date' : undefined}
                    title={words.join('\n')}
                    onClick={() => onDay(date)}
                  >
                    <Hidden>{[dates.fullDay(date), t('shifts', { count }), ...words].join(', ')}</Hidden>
                    <Line aria-hidden>
                      <Numeral>{Number(date.slice(8))}</Numeral>
                      {count > 0 && <Count>{t('hours', { number: hours(ofDay.planned) })}</Count>}
                    </Line>
                    {holiday !== undefined && <Holiday aria-hidden>{holiday}</Holiday>}
                    <Bar day={ofDay} most={most} />
                    {short > 0 && <Short aria-hidden>{t('missing', { number: numbers.count(short) })}</Short>}
                  </DayButton>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** The planned hours with the booked ones in them, and the open ones beside; as long as the day is full beside the others. */
function Bar({ day: { planned, booked = 0, open = 0 }, most }: { day: MonthDay; most: number }) {
  const width = (minutes: number) => ({ inlineSize: `${(minutes / most) * 100}%` });
  return (
    <Track aria-hidden>
      <PlannedPart style={width(Math.max(planned, booked))}>
        <BookedPart style={{ inlineSize: `${(booked / Math.max(planned, booked, 1)) * 100}%` }} />
      </PlannedPart>
      {open > 0 && <OpenPart style={width(open)} />}
    </Track>
  );
}

const Table = styled.table`
  inline-size: 100%;
  table-layout: fixed;
  border-collapse: collapse;

  & th {
    padding: ${space(2)};
    border-block-end: 1px solid ${colour.border};
    color: ${colour.textMuted};
    font-size: ${font.size.small};
    font-weight: ${font.weight.medium};
    text-align: inherit;
  }

  & abbr {
    display: block;
    overflow: hidden;
    text-decoration: none;
  }

  & td {
    block-size: 92px;
    padding: ${space(1)};
    border-block-end: 1px solid ${colour.border};
    vertical-align: top;
  }

  & td + td {
    border-inline-start: 1px solid ${colour.border};
  }

  & tr:last-child td {
    border-block-end: 0;
  }

  & td[data-other],
  & td[data-holiday] {
    background: ${colour.surfaceSunken};
  }

  @media print {
    border: 1px solid ${colour.border};

    & td {
      block-size: auto;
      padding: 2px;
    }

    & td[data-other] {
      color: ${colour.textMuted};
    }

    & tr {
      break-inside: avoid;
    }
  }

  ${media.phone} {
    & th {
      padding: ${space(2)} 0;
      text-align: center;
    }

    & td {
      block-size: 56px;
      padding: ${space(0.5)};
    }
  }
`;

const DayButton = styled.button`
  display: flex;
  flex-direction: column;
  gap: ${space(1)};
  inline-size: 100%;
  block-size: 100%;
  padding: ${space(1)};
  border: 0;
  border-radius: ${radius.small};
  background: none;
  text-align: inherit;
  cursor: pointer;

  &:hover {
    background: ${colour.hover};
  }

  ${media.phone} {
    align-items: center;
    min-block-size: 52px;
    padding: 0;
    text-align: center;
  }
`;

const Line = styled.span`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(1)};
  inline-size: 100%;

  ${media.phone} {
    flex-direction: column;
  }
`;

const Numeral = styled.span`
  display: grid;
  place-items: center;
  min-inline-size: 1.5rem;
  block-size: 1.5rem;
  border-radius: ${radius.round};
  font-variant-numeric: tabular-nums;

  [aria-current] & {
    background: ${colour.accent};
    color: ${colour.onAccent};
    font-weight: ${font.weight.semibold};
  }

  @media print {
    [aria-current] & {
      border: 1px solid currentColor;
      background: none;
      color: inherit;
    }
  }
`;

const Count = styled.span`
  color: ${colour.textMuted};
  font-size: ${font.size.small};
  font-variant-numeric: tabular-nums;
`;

const Holiday = styled.span`
  overflow: hidden;
  inline-size: 100%;
  color: ${colour.textMuted};
  font-size: 0.6875rem;
  line-height: 1.15;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

const Track = styled.span`
  display: flex;
  gap: 2px;
  inline-size: 100%;
  block-size: 8px;
  print-color-adjust: exact;
`;

const PlannedPart = styled.span`
  display: flex;
  overflow: hidden;
  border-radius: 2px;
  background: ${colour.accentSoft};
  box-shadow: inset 0 0 0 1px color-mix(in srgb, ${colour.accent} 35%, transparent);
`;

const BookedPart = styled.span`
  background: ${colour.accent};
`;

const OpenPart = styled.span`
  min-inline-size: 3px;
  border: 1.5px dashed ${colour.danger};
  border-radius: 2px;
`;

const Short = styled.span`
  color: ${colour.dangerText};
  font-size: ${font.size.small};
  font-variant-numeric: tabular-nums;

  ${media.phone} {
    display: none;
  }
`;
