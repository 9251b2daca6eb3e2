import { PasswordField, type PasswordFieldProps } from '../PasswordField.tsx';
import type { Bound } from './FormTextField.tsx';
import { useFormField } from './useFormField.ts';

/** A `PasswordField` of the surrounding form. */
export function FormPasswordField({ name, validate, ...props }: Bound<PasswordFieldProps, string>) {
  return <PasswordField {...props} {...useFormField(name, props.label, validate)} />;
}
