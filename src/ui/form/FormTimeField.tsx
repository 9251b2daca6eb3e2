import { parseTime } from '#lib/times.ts';
import { TextField, type TextFieldProps } from '../TextField.tsx';
import { required } from './checks.ts';
import type { Bound } from './FormTextField.tsx';
import { useFormField } from './useFormField.ts';

type FormTimeFieldProps = Omit<Bound<TextFieldProps, string>, 'validate' | 'onBlur' | 'inputMode' | 'placeholder'> & {
  /** Whether a time span ends here: 24:00 is then the midnight that closes the day. */
  isEnd?: boolean;
};

/**
 * A time of day of the form around it, which must be filled in. The form's value is what was typed: `parseTime` says which
 * time that is, and leaving the field writes it as `HH:mm`. The page needs the words of `crud` and `errors`.
 */
export function FormTimeField({ name, isEnd = false, ...props }: FormTimeFieldProps) {
  const field = useFormField<string>(
    name,
    props.label,
    (value) => required(value) ?? (parseTime(value, { isEnd }) ? undefined : 'crud:timeWrong'),
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
