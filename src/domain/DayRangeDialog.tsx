import { useTranslation } from 'react-i18next';
import { useFormats } from '#i18n/useFormats.ts';
import type { Word } from '#i18n/words.ts';
import { type DayRange, lengthOf, parseDay } from '#lib/dates.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { required } from '#ui/form/checks.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActs } from '#ui/form/FormActs.ts';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { SubmitButton } from '#ui/form/SubmitButton.tsx';

type DayRangeDialogProps = {
  /** What is there to begin with; null where no day has been chosen yet. */
  range: DayRange | null;
  onRange: (range: DayRange) => void;
  onClose: () => void;
  /** How many days it may have at most. */
  longest?: number;
  /** Says below the last day what holds for the range. */
  hint?: string;
};

const checkDay = (value: string): Word | undefined =>
  required(value) ?? (parseDay(value) ? undefined : 'errors:check_dates');

/** Asks for a first and a last day, from 1900 to 2099 (specification §9). The page needs the words of `crud`. */
export function DayRangeDialog({ range, onRange, onClose, longest = Infinity, hint }: DayRangeDialogProps) {
  const { t } = useTranslation('crud');
  const { dates } = useFormats();
  const common = { placeholder: 'DD-MM-YYYY', inputMode: 'numeric', autoComplete: 'off' } as const;

  /** A last day that makes a range with the first one, as far as that is a day. */
  const checkLast = (value: string, values: object): Word | undefined => {
    const from = 'from' in values ? parseDay(String(values.from)) : null;
    const to = parseDay(value);
    const isWrong = from && to && (to < from || lengthOf({ from, to }) > longest);
    return checkDay(value) ?? (isWrong ? 'errors:check_dates' : undefined);
  };

  return (
    <Dialog isOpen onClose={onClose} title={t('dayRange.title')}>
      <Form
        initialValues={{ from: range ? dates.day(range.from) : '', to: range ? dates.day(range.to) : '' }}
        hasSummary={false}
        onSubmit={async ({ from, to }) => onRange({ from: parseDay(from) ?? '', to: parseDay(to) ?? '' })}
        onDone={onClose}
      >
        <FormTextField {...common} name="from" label={t('dayRange.from')} validate={checkDay} autoFocus />
        <FormTextField {...common} name="to" label={t('dayRange.to')} validate={checkLast} description={hint} />
        <FormActs>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <SubmitButton>{t('dayRange.show')}</SubmitButton>
        </FormActs>
      </Form>
    </Dialog>
  );
}
