import { CodeField, type CodeFieldProps } from '../CodeField.tsx';
import type { Bound } from './FormTextField.tsx';
import { useFormField } from './useFormField.ts';

/** A `CodeField` of the surrounding form. */
export function FormCodeField({ name, validate, ...props }: Bound<CodeFieldProps, string>) {
  return <CodeField {...props} {...useFormField(name, props.label, validate)} />;
}
