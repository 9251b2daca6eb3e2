import { use } from 'react';
import { TextArea, type TextAreaProps } from '../TextArea.tsx';
import type { Bound } from './FormTextField.tsx';
import { Reading } from './reading.ts';
import { useFormField } from './useFormField.ts';

type FormTextAreaProps = Bound<TextAreaProps, string>;

/** A `TextArea` of the surrounding form. */
export function FormTextArea(props: FormTextAreaProps) {
  const read = use(Reading);
  return read ? read({ name: props.name, label: props.label }) : <Editable {...props} />;
}

function Editable({ name, validate, ...props }: FormTextAreaProps) {
  return <TextArea {...props} {...useFormField(name, props.label, validate)} />;
}
