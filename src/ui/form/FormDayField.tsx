import { use } from 'react';
import type { Word } from '#i18n/words.ts';
import { parseDay } from '#lib/dates.ts';
import { DayField, type DayFieldProps } from '../DayField.tsx';
import type { Bound } from './FormTextField.tsx';
import { Reading } from './reading.ts';
import { useFormField } from './useFormField.ts';

type FormDayFieldProps = Omit<Bound<DayFieldProps, string>, 'validate'> & {
  /** Whether it may be empty. */
  isOptional?: boolean;
  /** The error for a day before `min`. */
  tooEarly?: Word;
};

/** A `DayField` of the surrounding form. The form's value is the typed text; `parseDay` converts it. */
export function FormDayField(props: FormDayFieldProps) {
  const read = use(Reading);
  return read ? read({ name: props.name, label: props.label }) : <Editable {...props} />;
}

function Editable({ name, isOptional = false, tooEarly, ...props }: FormDayFieldProps) {
  const { min = '', max = '9' } = props;
  const check = (value: string): Word | undefined => {
    if (!value.trim()) return isOptional ? undefined : 'errors:required';
    const day = parseDay(value);
    if (day && day < min && tooEarly) return tooEarly;
    return day && min <= day && day <= max ? undefined : 'errors:check_dates';
  };
  return <DayField {...props} {...useFormField(name, props.label, check)} />;
}
