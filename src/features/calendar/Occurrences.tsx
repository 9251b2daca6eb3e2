import { CircleAlert, CircleCheck, CircleMinus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { SchedulePreview } from '../../../contract/schedules.ts';
import { ApiError } from '#api/problem.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { Banner } from '#ui/Banner.tsx';
import { FormSwitch } from '#ui/form/FormSwitch.tsx';
import { useFormValues } from '#ui/form/useFormValues.ts';
import { font, media, radius, space } from '#ui/theme.ts';
import { colour } from '#ui/tokens.ts';
import { type DraftValues, draftBody } from './shiftForm.ts';
import { usePreview } from './usePreview.ts';

/** Every day of the schedule that the form around it describes: whether it is free, and if not, why. */
export function Occurrences() {
  const { t } = useTranslation('calendar');
  const errorMessage = useErrorMessage();
  const values = useFormValues<DraftValues>();
  const { days, error, isWaiting } = usePreview(draftBody(values));
  if (error) return <Banner tone="warning">{errorMessage(error)}</Banner>;
  if (!days) return <Hint>{t(isWaiting ? 'previewWaits' : 'previewHint')}</Hint>;
  const refused = days.occurrences.filter(({ verdict }) => verdict === 'refused').length;
  return (
    <Root aria-busy={isWaiting}>
      <Sum role="status">
        {refused === 0
          ? t('allFree', { number: days.occurrences.length })
          : t('someRefused', { number: refused, all: days.occurrences.length })}
      </Sum>
      {refused > 0 && refused < days.occurrences.length && (
        <FormSwitch name="skip" label={t('skip')} description={t('skipHint')} />
      )}
      <Days days={days} isSkipping={values.skip} />
    </Root>
  );
}

function Days({ days: { occurrences, left_out }, isSkipping }: { days: SchedulePreview; isSkipping: boolean }) {
  const { t } = useTranslation('calendar');
  const { dates } = useFormats();
  const errorMessage = useErrorMessage();
  return (
    <List tabIndex={0} aria-label={t('days')}>
      {occurrences.map(({ date, from, to, verdict, reasons }) => {
        const isFree = verdict === 'free';
        return (
          <Day key={date} data-refused={!isFree || undefined} data-skipped={(!isFree && isSkipping) || undefined}>
            {isFree ? (
              <CircleCheck size={16} aria-hidden />
            ) : isSkipping ? (
              <CircleMinus size={16} aria-hidden />
            ) : (
              <CircleAlert size={16} aria-hidden />
            )}
            <When>
              {dates.weekday(date)} {dates.day(date)}, {dates.time(from)}–{dates.time(to)}
            </When>
            <span>
              {isFree
                ? t('isFree')
                : [
                    ...reasons.map((code) => errorMessage(new ApiError(code))),
                    ...(isSkipping ? [t('leftOut')] : []),
                  ].join(' ')}
            </span>
          </Day>
        );
      })}
      {left_out.map((date) => (
        <Day key={date} data-skipped>
          <CircleMinus size={16} aria-hidden />
          <When>
            {dates.weekday(date)} {dates.day(date)}
          </When>
          <span>{t('clocksLeaveOut')}</span>
        </Day>
      ))}
    </List>
  );
}

const Root = styled.div`
  display: flex;
  flex-direction: column;
  grid-column: 1 / -1;
  gap: ${space(2)};
`;

const Hint = styled.p`
  grid-column: 1 / -1;
  color: ${colour.textMuted};
`;

const Sum = styled.p`
  font-weight: ${font.weight.medium};
`;

const List = styled.ul`
  max-block-size: 320px;
  overflow: auto;
  border: 1px solid ${colour.border};
  border-radius: ${radius.medium};
`;

const Day = styled.li`
  display: grid;
  grid-template-columns: 16px 21ch minmax(0, 1fr);
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

const When = styled.span`
  font-variant-numeric: tabular-nums;
`;
