import { useTranslation } from 'react-i18next';
import { useFormats } from '#i18n/useFormats.ts';
import type { Word } from '#i18n/words.ts';
import { parseDay } from '#lib/dates.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { required } from '#ui/form/checks.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActs } from '#ui/form/FormActs.ts';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { SubmitButton } from '#ui/form/SubmitButton.tsx';
import { type DayRange, isRange } from './period.ts';

const checkDay = (value: string): Word | undefined =>
  required(value) ?? (parseDay(value) ? undefined : 'errors:check_dates');

/** A last day that makes a range with the first one, as far as that is a day. */
function checkLast(value: string, values: object): Word | undefined {
  const from = 'from' in values ? parseDay(String(values.from)) : null;
  const to = parseDay(value);
  return checkDay(value) ?? (from && to && !isRange({ from, to }) ? 'errors:check_dates' : undefined);
}

/** Asks for a first and a last day, from 1900 to 2099 (specification §9). */
export function CustomRange({
  range,
  onRange,
  onClose,
}: {
  range: DayRange;
  onRange: (range: DayRange) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(['reports', 'crud']);
  const { dates } = useFormats();
  const common = { placeholder: 'DD-MM-YYYY', inputMode: 'numeric', autoComplete: 'off' } as const;
  return (
    <Dialog isOpen onClose={onClose} title={t('periods.custom')}>
      <Form
        initialValues={{ from: dates.day(range.from), to: dates.day(range.to) }}
        hasSummary={false}
        onSubmit={async ({ from, to }) => onRange({ from: parseDay(from) ?? '', to: parseDay(to) ?? '' })}
        onDone={onClose}
      >
        <FormTextField {...common} name="from" label={t('from')} validate={checkDay} autoFocus />
        <FormTextField {...common} name="to" label={t('to')} validate={checkLast} description={t('rangeHint')} />
        <FormActs>
          <Button onPress={onClose}>{t('crud:cancel')}</Button>
          <SubmitButton>{t('show')}</SubmitButton>
        </FormActs>
      </Form>
    </Dialog>
  );
}
