import { TextField, type TextFieldProps } from '../TextField.tsx';
import { useFormField, type Validate } from './useFormField.ts';

/** What a form wrapper takes over from the field that it wraps. */
export type Bound<Props, Value> = Omit<
  Props,
  'name' | 'value' | 'defaultValue' | 'onChange' | 'onFocusChange' | 'errorMessage'
> & {
  name: string;
  validate?: Validate<Value>;
};

/** A `TextField` of the form around it. */
export function FormTextField({ name, validate, ...props }: Bound<TextFieldProps, string>) {
  return <TextField {...props} {...useFormField(name, props.label, validate)} />;
}
