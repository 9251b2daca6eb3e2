import { TextArea, type TextAreaProps } from '../TextArea.tsx';
import type { Bound } from './FormTextField.tsx';
import { useFormField } from './useFormField.ts';

/** A `TextArea` of the surrounding form. */
export function FormTextArea({ name, validate, ...props }: Bound<TextAreaProps, string>) {
  return <TextArea {...props} {...useFormField(name, props.label, validate)} />;
}
