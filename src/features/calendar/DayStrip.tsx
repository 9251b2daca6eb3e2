import { styled } from 'styled-components';
import { useFormats } from '#i18n/useFormats.ts';
import { Hidden } from '#ui/Hidden.ts';
import { colour, font, radius, space } from '#ui/theme.ts';
import { daysOfView } from './layout.ts';

/** A weekday in at most five letters. Intl does not abbreviate those of Portugal, where people write three letters. */
const abbreviated = (weekday: string) => (weekday.length > 5 ? weekday.slice(0, 3) : weekday);

/** The days of a week as large buttons for touch. */
export function DayStrip({ day, today, onDay }: { day: string; today: string; onDay: (day: string) => void }) {
  const { dates } = useFormats();
  return (
    <Row>
      {daysOfView('week', day).map((stripDay) => (
        <li key={stripDay}>
          <Pick
            type="button"
            aria-pressed={stripDay === day}
            aria-current={stripDay === today ? 'date' : undefined}
            onClick={() => onDay(stripDay)}
          >
            <Weekday title={dates.weekday(stripDay, 'long')}>{abbreviated(dates.weekday(stripDay))}</Weekday>{' '}
            <b>{Number(stripDay.slice(8))}</b>
            <Hidden> {dates.month(stripDay)}</Hidden>
          </Pick>
        </li>
      ))}
    </Row>
  );
}

const Row = styled.ul`
  display: grid;
  grid-template-columns: repeat(7, minmax(0, 1fr));
  gap: 2px;
  padding: 0 ${space(2)} ${space(2)};
  border-block-end: 1px solid ${colour.border};
`;

const Weekday = styled.span`
  overflow: hidden;
  max-inline-size: 100%;
`;

const Pick = styled.button`
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  inline-size: 100%;
  min-block-size: 52px;
  padding: 0;
  border: 1px solid transparent;
  border-radius: ${radius.medium};
  background: none;
  color: ${colour.textMuted};
  font-size: ${font.size.small};
  cursor: pointer;

  & > b {
    color: ${colour.text};
    font-size: ${font.size.lead};
    font-weight: ${font.weight.semibold};
    font-variant-numeric: tabular-nums;
  }

  &[aria-current] > b {
    color: ${colour.accentText};
    text-decoration: underline;
    text-underline-offset: 3px;
  }

  &[aria-pressed='true'] {
    border-color: ${colour.accent};
    background: ${colour.accentSoft};
    color: ${colour.onAccentSoft};

    & > b {
      color: inherit;
    }
  }
`;
