import { use } from 'react';
import { TextField, type TextFieldProps } from '../TextField.tsx';
import { Reading } from './reading.ts';
import { useFormField, type Validate } from './useFormField.ts';

/** The props of a field without those that the form sets. */
export type Bound<Props, Value> = Omit<
  Props,
  'name' | 'value' | 'defaultValue' | 'onChange' | 'onFocusChange' | 'errorMessage'
> & {
  name: string;
  validate?: Validate<Value>;
};

export type FormTextFieldProps = Bound<TextFieldProps, string>;

/** A `TextField` of the surrounding form. */
export function FormTextField(props: FormTextFieldProps) {
  const read = use(Reading);
  return read ? read({ name: props.name, label: props.label, type: props.type }) : <Editable {...props} />;
}

function Editable({ name, validate, ...props }: FormTextFieldProps) {
  return <TextField {...props} {...useFormField(name, props.label, validate)} />;
}
