import { parseDate } from '@internationalized/date';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useFormats } from '#i18n/useFormats.ts';
import { firstDay, lastDay } from '#lib/dates.ts';
import { IconButton } from './IconButton.tsx';
import { colour, control, disabledOpacity, font, media, radius, space } from './theme.ts';

export type DayCalendarProps = {
  label: string;
  /** The selected day (`YYYY-MM-DD`). */
  value: string | null;
  onChange: (day: string) => void;
  /** The first and the last selectable day (`YYYY-MM-DD`). */
  min?: string;
  max?: string;
};

/**
 * A month to choose a day from, loaded on demand by `DayField`. All texts are our own: React Aria has no Icelandic, and its
 * "today" is the one of the reader's time zone.
 */
export function DayCalendar({ label, value, onChange, min = firstDay, max = lastDay }: DayCalendarProps) {
  const { t } = useTranslation('crud');
  const { dates } = useFormats();
  const today = dates.today();
  const isChoosable = value !== null && min <= value && value <= max;
  return (
    <Month
      aria-label={label}
      autoFocus
      firstDayOfWeek="mon"
      value={isChoosable ? parseDate(value) : null}
      defaultFocusedValue={parseDate(isChoosable ? value : today)}
      onChange={(day) => onChange(day.toString())}
      minValue={parseDate(min)}
      maxValue={parseDate(max)}
    >
      {({ state }) => (
        <>
          <Head>
            <IconButton slot="previous" label={t('day.previousMonth')}>
              <ChevronLeft aria-hidden />
            </IconButton>
            <span aria-hidden>{dates.month(state.visibleRange.start.toString())}</span>
            <IconButton slot="next" label={t('day.nextMonth')}>
              <ChevronRight aria-hidden />
            </IconButton>
          </Head>
          <CalendarGrid weekdayStyle="short">
            <CalendarGridHeader>{(weekday) => <Weekday>{weekday}</Weekday>}</CalendarGridHeader>
            <CalendarGridBody>
              {(date) => {
                const day = date.toString();
                // Without the leading zero, like the number in the cell.
                const named = dates.fullDay(day).replace(/ 0/, ' ');
                return (
                  <Day
                    date={date}
                    render={(cell, { isSelected }) => (
                      <div
                        {...cell}
                        data-now={day === today || undefined}
                        aria-label={[named, day === today && t('day.today'), isSelected && t('day.chosen')]
                          .filter(Boolean)
                          .join(', ')}
                      />
                    )}
                  />
                );
              }}
            </CalendarGridBody>
          </CalendarGrid>
        </>
      )}
    </Month>
  );
}

const Month = styled(Calendar)`
  display: flex;
  flex-direction: column;
  gap: ${space(2)};

  & table {
    border-collapse: collapse;
  }

  & td {
    padding: 0;
  }

  /* Hides React Aria's additional "next" button for screen readers, which has no Icelandic label. */
  & > :last-child {
    display: none;
  }
`;

const Head = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  font-weight: ${font.weight.semibold};

  [dir='rtl'] & svg {
    scale: -1 1;
  }
`;

const Weekday = styled(CalendarHeaderCell)`
  padding: 0 0 ${space(1)};
  color: ${colour.textMuted};
  font-size: ${font.size.small};
  font-weight: ${font.weight.medium};
`;

const Day = styled(CalendarCell)`
  display: grid;
  place-items: center;
  inline-size: ${control.medium};
  block-size: ${control.medium};
  border: 1px solid transparent;
  border-radius: ${radius.medium};
  font-variant-numeric: tabular-nums;
  cursor: pointer;
  outline: none;

  ${media.touch} {
    /* Seven columns fit a phone of 320 px. */
    inline-size: min(${control.touch}, (100vi - ${space(11)}) / 7);
    block-size: ${control.touch};
  }

  &[data-outside-month] {
    visibility: hidden;
  }

  &[data-hovered] {
    background: ${colour.hover};
  }

  &[data-pressed] {
    background: ${colour.pressed};
  }

  &[data-now] {
    border-color: ${colour.accentText};
    color: ${colour.accentText};
    font-weight: ${font.weight.semibold};
  }

  &[data-selected] {
    background: ${colour.accent};
    border-color: ${colour.accent};
    color: ${colour.onAccent};
    font-weight: ${font.weight.semibold};
  }

  &[data-now][data-selected] {
    box-shadow: inset 0 0 0 2px ${colour.surfaceRaised};
  }

  &[data-disabled] {
    color: ${colour.textMuted};
    opacity: ${disabledOpacity};
    cursor: not-allowed;
  }

  &[data-focus-visible] {
    outline: 2px solid ${colour.focus};
    outline-offset: 1px;
  }

  ${media.forcedColours} {
    &[data-selected] {
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }
  }
`;
