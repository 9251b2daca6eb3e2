import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { spanText } from '../../../contract/wallSpan.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { font, media, radius, space, visuallyHidden } from '#ui/theme.ts';
import { colour } from '#ui/tokens.ts';
import { chipStyle, chipAttributes } from './chipStyle.ts';
import type { Planned } from './layout.ts';
import { ShiftIcons } from './ShiftIcons.tsx';
import { useShiftDescription } from './useShiftDescription.ts';

/** A day with the number of shifts that take place, and the first of its shifts. */
export type MonthDay = { date: string; count: number; shifts: readonly Planned[] };

type MonthGridProps = {
  /** Whole weeks, from a Monday. */
  days: readonly string[];
  /** A day of the month to show. */
  day: string;
  /** The days that have shifts. */
  known: readonly MonthDay[];
  today: string;
  hasNames: boolean;
  label: string;
  onDay: (day: string) => void;
  onOpen: (shift: Planned) => void;
};

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** A month by weeks: the number of shifts of each day, and the first of them. Pressing a day opens its lanes. */
export function MonthGrid({ days, day, known, today, hasNames, label, onDay, onOpen }: MonthGridProps) {
  const { t } = useTranslation('calendar');
  const { dates, numbers } = useFormats();
  const table = useRef<HTMLTableElement>(null);
  const describe = useShiftDescription();
  const byDate = new Map(known.map((monthDay) => [monthDay.date, monthDay]));
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));

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
            {week.map((one) => {
              const { count = 0, shifts = [] } = byDate.get(one) ?? {};
              return (
                <td key={one} data-other={one.slice(0, 7) === day.slice(0, 7) ? undefined : true}>
                  <DayButton
                    type="button"
                    data-day={one}
                    aria-current={one === today ? 'date' : undefined}
                    onClick={() => onDay(one)}
                  >
                    <DayName>{`${dates.fullDay(one)}, ${t('shifts', { count })}`}</DayName>
                    <Numeral aria-hidden>{Number(one.slice(8))}</Numeral>
                    {count > 0 && <Count aria-hidden>{numbers.count(count)}</Count>}
                  </DayButton>
                  <Some>
                    {shifts.map((shift) => {
                      const times = spanText(shift);
                      const text = hasNames ? `${shift.time_from} ${shift.interpreter_name}` : times;
                      const name = [text, ...(hasNames ? [times] : []), ...describe(shift)].join(', ');
                      return (
                        <Chip
                          key={shift.id}
                          type="button"
                          aria-label={name}
                          title={name}
                          onClick={() => onOpen(shift)}
                          {...chipAttributes(shift)}
                        >
                          <ShiftIcons shift={shift} max={1} />
                          <span>{text}</span>
                        </Chip>
                      );
                    })}
                  </Some>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </Table>
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
    block-size: 116px;
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

  & td[data-other] {
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

/** The name of a day for screen readers. */
const DayName = styled.span`
  ${visuallyHidden}
`;

const DayButton = styled.button`
  position: relative;
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(1)};
  inline-size: 100%;
  min-block-size: 1.625rem;
  padding: 0 ${space(1)};
  border: 0;
  border-radius: ${radius.small};
  background: none;
  cursor: pointer;

  &:hover {
    background: ${colour.hover};
  }

  ${media.phone} {
    flex-direction: column;
    justify-content: center;
    min-block-size: 52px;
    padding: 0;
  }
`;

const Numeral = styled.span`
  display: grid;
  place-items: center;
  min-inline-size: 1.5rem;
  block-size: 1.5rem;
  border-radius: ${radius.round};
  font-variant-numeric: tabular-nums;

  [aria-current] > & {
    background: ${colour.accent};
    color: ${colour.onAccent};
    font-weight: ${font.weight.semibold};
  }

  @media print {
    [aria-current] > & {
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

const Some = styled.div`
  display: flex;
  flex-direction: column;
  gap: 2px;
  margin-block-start: ${space(0.5)};

  ${media.phone} {
    display: none;
  }
`;

const Chip = styled.button`
  ${chipStyle}
  inline-size: 100%;
  min-block-size: 1.5rem;

  & > span {
    overflow: hidden;
    text-overflow: ellipsis;
  }

  @media print {
    min-block-size: 0;
    padding: 0 2px;
    border-width: 0 0 0 2px;
    font-size: 7pt;

    & > svg {
      inline-size: 9px;
    }
  }
`;
