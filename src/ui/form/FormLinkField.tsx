import { use } from 'react';
import { TextField } from '../TextField.tsx';
import type { FormTextFieldProps } from './FormTextField.tsx';
import { Reading } from './reading.ts';
import { useFormField } from './useFormField.ts';

/** A host name, with the port and path that may follow it. */
const withoutScheme = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?([/?#]\S*)?$/u;

/** A link; `www.example.org` is completed to `https://www.example.org` when the field is left or the form is sent. */
export function FormLinkField(props: Omit<FormTextFieldProps, 'type'>) {
  const read = use(Reading);
  return read ? read({ name: props.name, label: props.label, type: 'url' }) : <Editable {...props} />;
}

function Editable({ name, validate, ...props }: Omit<FormTextFieldProps, 'type'>) {
  const field = useFormField(name, props.label, validate);
  const complete = () => {
    const text = field.value.trim();
    if (withoutScheme.test(text)) field.onChange(`https://${text}`);
  };
  return (
    <TextField
      {...props}
      {...field}
      type="url"
      onBlur={complete}
      onKeyDown={({ key }) => {
        if (key === 'Enter') complete();
      }}
    />
  );
}
