import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { Banner } from '#ui/Banner.tsx';
import { FormSwitch } from '#ui/form/FormSwitch.tsx';
import { useFormValues } from '#ui/form/formState.ts';
import { DayList } from './DayList.tsx';
import { PreviewHint, PreviewRoot, PreviewSum } from './previewStyles.ts';
import { draftBody, missingFields, type ShiftValues } from './shiftForm.ts';
import { usePreview } from './usePreview.ts';

/** A preview of every day of the schedule in the surrounding form: possible, or its conflict. */
export function Occurrences() {
  const { t } = useTranslation('calendar');
  const errorMessage = useErrorMessage();
  const values = useFormValues<ShiftValues>();
  const draft = draftBody(values);
  const { days, error, isWaiting } = usePreview(draft && { kind: 'draft', draft });
  if (error) return <Banner tone="warning">{errorMessage(error)}</Banner>;
  if (!days)
    return (
      <PreviewHint>
        {isWaiting
          ? t('previewWaits')
          : t('previewHint', {
              fields: missingFields(values)
                .map((field) => t(field))
                .join(', '),
            })}
      </PreviewHint>
    );
  const refused = days.occurrences.filter(({ verdict }) => verdict === 'refused').length;
  return (
    <PreviewRoot aria-busy={isWaiting}>
      <PreviewSum role="status">
        {refused === 0
          ? t('allFree', { number: days.occurrences.length })
          : t('someRefused', { number: refused, all: days.occurrences.length })}
      </PreviewSum>
      {refused > 0 && refused < days.occurrences.length && (
        <FormSwitch name="skip" label={t('skip')} description={t('skipHint')} />
      )}
      <DayList
        label={t('days')}
        days={days}
        isSkipping={values.skip}
        describe={() => t('isFree')}
        describeLeftOut={() => t('leftOut')}
      />
    </PreviewRoot>
  );
}
