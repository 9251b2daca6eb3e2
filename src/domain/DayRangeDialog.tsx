import { useTranslation } from 'react-i18next';
import { addDays, type DayRange, lastDay, parseDay, typedDay } from '#lib/dates.ts';
import { FormDayField } from '#ui/form/FormDayField.tsx';
import { FormDialog } from '#ui/form/FormDialog.tsx';
import { useFormValue } from '#ui/form/formState.ts';

type DayRangeDialogProps = {
  /** The initial range; null if no days were chosen yet. */
  range: DayRange | null;
  onRange: (range: DayRange) => void;
  onClose: () => void;
  /** The maximum number of days. */
  longest?: number;
  /** A description of the last day's field. */
  hint?: string;
};

/** Asks for a first and a last day, from 1900 to 2099 (R201). The page needs the namespace `crud`. */
export function DayRangeDialog({ range, onRange, onClose, longest, hint }: DayRangeDialogProps) {
  const { t } = useTranslation('crud');
  return (
    <FormDialog
      title={t('dayRange.title')}
      onClose={onClose}
      initialValues={{ from: range ? typedDay(range.from) : '', to: range ? typedDay(range.to) : '' }}
      onSubmit={async ({ from, to }) => onRange({ from: parseDay(from) ?? '', to: parseDay(to) ?? '' })}
      onDone={onClose}
      submit={t('dayRange.show')}
    >
      <FormDayField name="from" label={t('dayRange.from')} autoFocus />
      <LastDay longest={longest} hint={hint} />
    </FormDialog>
  );
}

/** The field of the last day, limited by the first day if that is valid. */
function LastDay({ longest, hint }: Pick<DayRangeDialogProps, 'longest' | 'hint'>) {
  const { t } = useTranslation('crud');
  const from = parseDay(useFormValue<string>('from'));
  const end = from && longest ? addDays(from, longest - 1) : lastDay;
  return (
    <FormDayField
      name="to"
      label={t('dayRange.to')}
      description={hint}
      min={from ?? undefined}
      max={end < lastDay ? end : lastDay}
    />
  );
}
