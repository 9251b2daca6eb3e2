import { use } from 'react';
import { parseTime } from '#lib/times.ts';
import { TextField, type TextFieldProps } from '../TextField.tsx';
import { required } from './checks.ts';
import type { Bound } from './FormTextField.tsx';
import { Reading } from './reading.ts';
import { useFormField, type Validate } from './useFormField.ts';

type FormTimeFieldProps = Omit<Bound<TextFieldProps, string>, 'validate' | 'onBlur' | 'inputMode' | 'placeholder'> & {
  /** Whether the time is the end of a range: 24:00 is then the midnight at the end of the day. */
  isEnd?: boolean;
  /** Checks a readable time. */
  validate?: Validate<string>;
};

/**
 * A required time of day in the surrounding form. The form's value is the typed text; `parseTime` converts it, and leaving the
 * field formats it as `HH:mm`. The page needs the namespaces `crud` and `errors`.
 */
export function FormTimeField(props: FormTimeFieldProps) {
  const read = use(Reading);
  return read ? read({ name: props.name, label: props.label }) : <Editable {...props} />;
}

function Editable({ name, isEnd = false, validate, ...props }: FormTimeFieldProps) {
  const field = useFormField<string>(
    name,
    props.label,
    (value, values) => required(value) ?? (parseTime(value, { isEnd }) ? validate?.(value, values) : 'crud:timeWrong'),
  );
  return (
    <TextField
      autoComplete="off"
      {...props}
      {...field}
      inputMode="numeric"
      placeholder="HH:mm"
      onBlur={() => {
        const time = parseTime(field.value, { isEnd });
        if (time && time !== field.value) field.onChange(time);
      }}
    />
  );
}
