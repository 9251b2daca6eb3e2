import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { spanText } from '../../../contract/wallSpan.ts';
import type { AbsencesByDay, DayAbsence } from '#domain/absences/AbsencesByDay.tsx';
import { useFormats } from '#i18n/useFormats.ts';
import { colour } from '#ui/theme.ts';
import { byDay, entriesOf } from './entries.ts';
import { hoursOf, type Lane, placeIn, type Planned, type Span, timesOn } from './layout.ts';
import { ShiftIcons } from './ShiftIcons.tsx';
import { spanOf } from './proposal.ts';
import { useBookingDescription } from './useBookingDescription.ts';
import type { HolidayNames } from './useHolidays.ts';
import { useShiftDescription } from './useShiftDescription.ts';

/** The height of a sheet's table, in pixels at 96 per inch, and the least and the greatest height of a line. */
const sheet = { height: 500, line: { min: 11, max: 17 } };

/** The height of a line with which all rows fit on one sheet, as far as it stays legible. */
function lineHeight(lines: number): number {
  // A row has 4 pixels around its lines.
  return Math.min(Math.max(sheet.height / lines - 4, sheet.line.min), sheet.line.max);
}

/** The absences of a person on a day. */
const absencesOf = (absences: AbsencesByDay, { id }: Lane, day: string): readonly DayAbsence[] =>
  absences.get(day)?.filter(({ person }) => person === id) ?? [];

type PaperRosterProps = {
  lanes: readonly Lane[];
  days: readonly string[];
  holidays: HolidayNames;
  absences: AbsencesByDay;
};

/** A week on one sheet of paper: a row per interpreter, a column per day with the times of shifts and their bookings, and the meaning of the icons. */
export function PaperRoster({ lanes, days, holidays, absences }: PaperRosterProps) {
  const { t } = useTranslation('calendar');
  const { dates } = useFormats();
  const rows = lanes.map((lane) => ({ lane, entries: byDay(entriesOf(lane), { withNights: true }) }));
  const lines = rows.reduce((sum, { lane, entries }) => {
    const linesOn = (day: string) =>
      (entries.get(day) ?? []).reduce(
        (count, { shift, bookings }) => count + (shift ? 1 : 0) + bookings.length,
        absencesOf(absences, lane, day).length,
      );
    return sum + Math.max(1, ...days.map(linesOn));
  }, 0);
  return (
    <>
      <Table style={{ '--line': `${lineHeight(lines)}px` }}>
        <thead>
          <tr>
            <th scope="col">{t('interpreter')}</th>
            {days.map((day) => (
              <th key={day} scope="col">
                {dates.weekday(day)} {dates.day(day).slice(0, 5)}
                {holidays.has(day) && <Holiday>{holidays.get(day)}</Holiday>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ lane, entries }) => (
            <tr key={lane.id}>
              <th scope="row">{lane.name}</th>
              {days.map((day) => (
                <td key={day}>
                  {absencesOf(absences, lane, day).map(({ id, wordsOnPaper }) => (
                    <Absent key={id}>{wordsOnPaper}</Absent>
                  ))}
                  {entries.get(day)?.map(({ shift, bookings }) => (
                    <Fragment key={shift?.id ?? bookings[0]?.id}>
                      {shift && <Shift shift={shift} day={day} />}
                      {bookings.map((booking) => (
                        <Booking key={booking.id} data-inside={shift ? true : undefined}>
                          {booking.time_from} {booking.name}
                        </Booking>
                      ))}
                    </Fragment>
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}

/** One day on paper: a row per interpreter with times and places, and the shifts on a line of hours. */
export function PaperDay({ lanes, day, absences }: { lanes: readonly Lane[]; day: string; absences: AbsencesByDay }) {
  const { t } = useTranslation('calendar');
  const { dates } = useFormats();
  const describe = useShiftDescription();
  const describeBooking = useBookingDescription();
  const span = { from: dates.startOfDay(day), to: Date.parse(dates.endOfDay(day)) };
  const hours = hoursOf(span).filter((_, at) => at % 3 === 0);
  return (
    <DayTable>
      <thead>
        <tr>
          <th scope="col">{t('interpreter')}</th>
          <th scope="col">{t('when')}</th>
          <th scope="col">
            <Line>
              {hours.map((at) => (
                <Hour key={at} style={{ insetInlineStart: `${placeIn(span, { from: span.from, to: at }).size}%` }}>
                  {dates.time(new Date(at).toISOString())}
                </Hour>
              ))}
            </Line>
          </th>
        </tr>
      </thead>
      <tbody>
        {lanes.map((lane) => (
          <tr key={lane.id}>
            <th scope="row">{lane.name}</th>
            <td>
              {absencesOf(absences, lane, day).map(({ id, wordsOnPaper }) => (
                <Absent key={id}>{wordsOnPaper}</Absent>
              ))}
              {entriesOf(lane).map(({ shift, bookings }) => (
                <Fragment key={shift?.id ?? bookings[0]?.id}>
                  {shift && (
                    <Detail data-off={shift.state === 'disabled' || undefined}>
                      <b>{spanText(shift)}</b> {describe(shift).join(' · ')}
                    </Detail>
                  )}
                  {bookings.map((booking) => (
                    <Detail key={booking.id} data-inside={shift ? true : undefined}>
                      {[`${spanText(booking)} ${booking.name}`, ...describeBooking(booking)].join(' · ')}
                    </Detail>
                  ))}
                </Fragment>
              ))}
            </td>
            <td>
              <Line>
                {hours.map((at) => (
                  <Tick key={at} style={{ insetInlineStart: `${placeIn(span, { from: span.from, to: at }).size}%` }} />
                ))}
                {lane.shifts.map((shift) => (
                  <Bar key={shift.id} data-off={shift.state === 'disabled' || undefined} style={placeOf(span, shift)} />
                ))}
              </Line>
            </td>
          </tr>
        ))}
      </tbody>
    </DayTable>
  );
}

function placeOf(day: Span, shift: Planned) {
  const { start, size } = placeIn(day, spanOf(shift));
  return { insetInlineStart: `${start}%`, inlineSize: `${size}%` };
}

function Shift({ shift, day }: { shift: Planned; day: string }) {
  return (
    <Times data-off={shift.state === 'disabled' || undefined} data-emergency={shift.emergency || undefined}>
      <span>{timesOn(day, shift)}</span>
      <ShiftIcons shift={shift} max={2} />
    </Times>
  );
}

const Table = styled.table`
  inline-size: 100%;
  table-layout: fixed;
  border-collapse: collapse;
  font-size: calc(var(--line) * 0.74);
  line-height: var(--line);
  font-variant-numeric: tabular-nums;

  & :is(th, td) {
    padding: 2px 4px;
    border: 1px solid ${colour.border};
    text-align: inherit;
    vertical-align: top;
  }

  & th:first-child {
    inline-size: 18%;
  }

  & tbody th {
    font-weight: 500;
  }

  & tr {
    break-inside: avoid;
  }
`;

const DayTable = styled(Table)`
  font-size: 8.5pt;
  line-height: 1.35;

  & th:nth-child(2) {
    inline-size: 36%;
  }
`;

const Detail = styled.p`
  &[data-off] {
    text-decoration: line-through;
  }

  &[data-inside] {
    padding-inline-start: 8px;
  }
`;

/** Its width is that of the day. */
const Holiday = styled.div`
  font-weight: 400;
  overflow-wrap: anywhere;
`;

const Absent = styled.p`
  font-weight: 600;
  overflow-wrap: anywhere;
`;

/** A line of hours; its ends have room for the labels. */
const Line = styled.div`
  position: relative;
  block-size: 16px;
`;

const Hour = styled.span`
  position: absolute;
  padding-inline-start: 3px;
  font-size: 7.5pt;
  font-weight: 400;
`;

const Tick = styled.span`
  position: absolute;
  inset-block: 0;
  border-inline-start: 1px solid ${colour.border};
`;

const Bar = styled.span`
  position: absolute;
  inset-block: 3px;
  border: 1px solid ${colour.accent};
  border-radius: 3px;
  background: ${colour.accent};
  print-color-adjust: exact;

  &[data-off] {
    border-style: dashed;
    background: none;
  }
`;

const Times = styled.div`
  display: flex;
  align-items: center;
  gap: 3px;
  white-space: nowrap;

  &[data-off] > span {
    text-decoration: line-through;
  }

  &[data-emergency] > span {
    font-weight: 600;
  }

  & > svg {
    inline-size: calc(var(--line) * 0.7);
    block-size: calc(var(--line) * 0.7);
  }
`;

/** One line, however long the name is. */
const Booking = styled.div`
  overflow: hidden;
  white-space: nowrap;
  text-overflow: ellipsis;

  &[data-inside] {
    padding-inline-start: 6px;
  }
`;
