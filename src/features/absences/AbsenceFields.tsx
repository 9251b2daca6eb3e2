import { useTranslation } from 'react-i18next';
import { absenceKinds, longestAbsence } from '../../../contract/absenceNames.ts';
import type { AbsencePreview } from '../../../contract/absences.ts';
import { bounds } from '../../../contract/bounds.ts';
import { useRecordSearchChoices } from '#domain/useRecordSearchChoices.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { addDays, parseDay } from '#lib/dates.ts';
import { required } from '#ui/form/checks.ts';
import { FormDayField } from '#ui/form/FormDayField.tsx';
import { FormRadioGroup } from '#ui/form/FormRadioGroup.tsx';
import { FormSearchSelect } from '#ui/form/FormSearchSelect.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormTextArea } from '#ui/form/FormTextArea.tsx';
import { FormTimeField } from '#ui/form/FormTimeField.tsx';
import { useFormValues } from '#ui/form/formState.ts';
import { Muted } from '#ui/Muted.ts';
import { type AbsenceValues, toTerms } from './absenceForm.ts';
import { usePeriod } from './usePeriod.ts';

/** The fields of an absence; planners of a new one say whose it is. Below them stands what the typed time means. */
export function AbsenceFields({ asksWho, preview }: { asksWho: boolean; preview: AbsencePreview | null }) {
  const { t } = useTranslation(['absences', 'crud']);
  const { dates } = useFormats();
  const values = useFormValues<AbsenceValues>();
  const interpreters = useRecordSearchChoices('interpreter', asksWho);
  const period = usePeriod();
  const terms = toTerms(values);
  const from = parseDay(values.date_from);
  const isTooEarly = (_: string, all: object) => (toTerms(all as AbsenceValues) ? undefined : 'errors:check_dates');
  return (
    <>
      {asksWho && (
        <FormSearchSelect
          name="person"
          label={t('person')}
          placeholder={t('crud:pick.interpreter')}
          nothingFound={t('crud:nothingFound')}
          validate={required}
          {...interpreters}
        />
      )}
      <FormSelect
        name="kind"
        label={t('kind')}
        choices={absenceKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      />
      <FormRadioGroup
        name="span"
        label={t('span')}
        choices={(['days', 'hours'] as const).map((value) => ({ value, label: t(`spans.${value}`) }))}
      />
      <FormDayField
        name="date_from"
        label={t('firstDay')}
        description={from ? dates.weekday(from, 'long') : undefined}
      />
      {values.span === 'hours' && <FormTimeField name="time_from" label={t('from')} />}
      <FormDayField
        name="date_to"
        label={t('lastDay')}
        description={terms ? dates.weekday(terms.date_to, 'long') : undefined}
        min={from ?? undefined}
        max={from ? addDays(from, longestAbsence) : undefined}
      />
      {values.span === 'hours' && <FormTimeField name="time_to" label={t('until')} isEnd validate={isTooEarly} />}
      {terms && (
        <Muted as="p">
          {[period.text(terms), preview && period.length({ ...terms, ...preview })].filter(Boolean).join(' · ')}
        </Muted>
      )}
      <FormTextArea name="note" label={t('note')} description={t('noteHint')} maxLength={bounds.note} />
    </>
  );
}
