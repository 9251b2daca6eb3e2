import type { Word } from '#i18n/words.ts';
import { parseDay } from '#lib/dates.ts';
import { DayField, type DayFieldProps } from '../DayField.tsx';
import type { Bound } from './FormTextField.tsx';
import { useFormField } from './useFormField.ts';

type FormDayFieldProps = Omit<Bound<DayFieldProps, string>, 'validate'> & {
  /** Whether it may be left empty. */
  isOptional?: boolean;
  /** What is said of a day before `min`. */
  tooEarly?: Word;
};

/** A `DayField` of the form around it. The form's value is what was typed: `parseDay` says which day that is. */
export function FormDayField({ name, isOptional = false, tooEarly, ...props }: FormDayFieldProps) {
  const { min = '', max = '9' } = props;
  const check = (value: string): Word | undefined => {
    if (!value.trim()) return isOptional ? undefined : 'errors:required';
    const day = parseDay(value);
    if (day && day < min && tooEarly) return tooEarly;
    return day && min <= day && day <= max ? undefined : 'errors:check_dates';
  };
  return <DayField {...props} {...useFormField(name, props.label, check)} />;
}
