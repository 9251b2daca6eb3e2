import { TextField, type TextFieldProps } from '../TextField.tsx';
import { useFormField, type Validate } from './useFormField.ts';

/** The props of a field without those that the form sets. */
export type Bound<Props, Value> = Omit<
  Props,
  'name' | 'value' | 'defaultValue' | 'onChange' | 'onFocusChange' | 'errorMessage'
> & {
  name: string;
  validate?: Validate<Value>;
};

/** A `TextField` of the surrounding form. */
export function FormTextField({ name, validate, ...props }: Bound<TextFieldProps, string>) {
  return <TextField {...props} {...useFormField(name, props.label, validate)} />;
}
