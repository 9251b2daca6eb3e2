import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { AbsencesByDay } from '#domain/absences/AbsencesByDay.tsx';
import { useFormats } from '#i18n/useFormats.ts';
import { Button } from '#ui/Button.tsx';
import { colour, font, media, radius, space } from '#ui/theme.ts';
import { absentGround, chipStyle, chipAttributes } from './chipStyle.ts';
import { AgendaBooking } from './AgendaBooking.tsx';
import { byDay, type Entry as DayEntry } from './entries.ts';
import { type Planned, timesOn } from './layout.ts';
import { ShiftIcons } from './ShiftIcons.tsx';
import type { HolidayNames } from './useHolidays.ts';
import { useShiftDescription } from './useShiftDescription.ts';

type AgendaProps = {
  days: readonly string[];
  /** Shifts with their bookings, and bookings outside of shifts, by start. */
  entries: readonly DayEntry[];
  holidays: HolidayNames;
  absences: AbsencesByDay;
  today: string;
  /** On paper the kind of an absence is left out. */
  isOnPaper: boolean;
  /** Whether to show the interpreter of each shift. */
  hasNames: boolean;
  /** Whether a filter is set. */
  isNarrowed: boolean;
  onOpen: (shift: Planned) => void;
  onBooking: (id: string) => void;
};

/** How many shifts and bookings of a day are listed before somebody asks for all of them. */
const shown = 50;

/** Shifts with their bookings as a list by day, for phones. Days without shifts are mentioned. */
export function Agenda({
  days,
  entries,
  holidays,
  absences,
  today,
  isOnPaper,
  hasNames,
  isNarrowed,
  onOpen,
  onBooking,
}: AgendaProps) {
  const { t } = useTranslation('calendar');
  const { dates } = useFormats();
  const words = useShiftDescription();
  const known = useMemo(() => byDay(entries, { withNights: true }), [entries]);
  const [whole, setWhole] = useState<readonly string[]>([]);
  return (
    <Root>
      {days.map((day) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <Day
            id={`day-${day}`}
            aria-current={day === today ? 'date' : undefined}
            data-holiday={holidays.has(day) || undefined}
          >
            <bdi>{[dates.fullDay(day), holidays.get(day)].filter(Boolean).join(' · ')}</bdi>
          </Day>
          {absences.get(day)?.map(({ id, personName, isRequested, ...absence }) => (
            <Absent key={id} data-requested={isRequested || undefined}>
              {hasNames && <Name>{personName}</Name>}
              <span>{isOnPaper ? absence.wordsOnPaper : absence.words}</span>
            </Absent>
          ))}
          {known.has(day) ? (
            <ul>
              {known
                .get(day)
                ?.slice(0, whole.includes(day) ? undefined : shown)
                .map(({ shift, bookings, interpreter_name }) => (
                  <Row key={shift?.id ?? bookings[0]?.id}>
                    {shift && (
                      <Entry type="button" onClick={() => onOpen(shift)} {...chipAttributes(shift)}>
                        <Time>{timesOn(day, shift)}</Time>
                        <Words>
                          {hasNames && <Name>{shift.interpreter_name}</Name>}
                          <span>{words(shift).join(' · ')}</span>
                        </Words>
                        <ShiftIcons shift={shift} />
                      </Entry>
                    )}
                    {bookings.map((booking) => (
                      <AgendaBooking
                        key={booking.id}
                        booking={booking}
                        name={shift || !hasNames ? null : interpreter_name}
                        isInside={shift !== null}
                        onOpen={onBooking}
                      />
                    ))}
                  </Row>
                ))}
              {(known.get(day)?.length ?? 0) > shown && !whole.includes(day) && (
                <Row>
                  <Button variant="quiet" onPress={() => setWhole([...whole, day])}>
                    {t('showAll', { count: known.get(day)?.filter(({ shift }) => shift).length ?? 0 })}
                  </Button>
                </Row>
              )}
            </ul>
          ) : (
            <Nothing>{t(isNarrowed ? 'noSuchShifts' : 'noShifts')}</Nothing>
          )}
        </section>
      ))}
    </Root>
  );
}

const Root = styled.div`
  padding: 0 ${space(4)} ${space(3)};
  border-block-start: 1px solid ${colour.border};
`;

/** Rows out of sight are not laid out. */
const Row = styled.li`
  padding-block: ${space(1)};
  content-visibility: auto;
  contain-intrinsic-block-size: auto 60px;

  @media print {
    content-visibility: visible;
    break-inside: avoid;
  }
`;

const Day = styled.h2`
  padding-block: ${space(2)} ${space(0.5)};
  font-size: ${font.size.body};
  break-after: avoid;

  &::first-letter {
    text-transform: uppercase;
  }

  &[data-holiday] {
    margin-inline: ${space(-2)};
    padding-inline: ${space(2)};
    border-radius: ${radius.small};
    background: ${colour.surfaceSunken};
  }

  &[aria-current] {
    color: ${colour.accentText};
  }
`;

const Absent = styled.p`
  ${absentGround}

  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)} ${space(3)};
  margin-block: ${space(1)};
  padding: ${space(2)} ${space(3)};

  @media print {
    padding: 2px 8px;
    font-size: 9pt;
  }
`;

const Nothing = styled.p`
  padding-block: ${space(1)};
  color: ${colour.textMuted};
`;

const Entry = styled.button`
  ${chipStyle}
  gap: ${space(3)};
  inline-size: 100%;
  min-block-size: 44px;
  padding: ${space(2)} ${space(3)};
  border-radius: ${radius.medium};
  font-size: ${font.size.body};
  white-space: normal;

  @media print {
    min-block-size: 0;
    padding: 2px 8px;
    font-size: 9pt;
  }

  ${media.phone} {
    flex-wrap: wrap;
    gap: ${space(1)} ${space(2)};
    min-block-size: 52px;
  }
`;

const Time = styled.span`
  flex-shrink: 0;
  min-inline-size: 11ch;
  font-weight: ${font.weight.semibold};
`;

const Words = styled.span`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-inline-size: 0;
  overflow-wrap: anywhere;
  font-weight: ${font.weight.regular};

  ${media.phone} {
    flex: 0 0 100%;
    order: 1;
  }
`;

const Name = styled.span`
  font-weight: ${font.weight.medium};
`;
