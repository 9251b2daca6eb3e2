import { use } from 'react';
import { useForm } from 'react-final-form';
import { FileField, type FileFieldProps, uploading } from './FileField.tsx';
import { KeptFile } from './KeptFile.tsx';
import { Reading } from './reading.ts';
import { useFormField, type Validate } from './useFormField.ts';

type FormFileFieldProps = Omit<FileFieldProps, 'name' | 'value' | 'onChange' | 'errorMessage'> & {
  name: string;
  validate?: Validate<string>;
};

/**
 * A `FileField` of the surrounding form. Its value is the id of a file, or ''; the form cannot be submitted during an upload.
 */
export function FormFileField(props: FormFileFieldProps) {
  const read = use(Reading);
  if (!read) return <Editable {...props} />;
  const { name, label, kept } = props;
  const file = kept && <KeptFile file={kept} />;
  return read({ name, label, show: () => file });
}

function Editable({ name, validate, ...props }: FormFileFieldProps) {
  const form = useForm();
  const check: Validate<string> = (value, values) => (value === uploading ? 'files:wait' : validate?.(value, values));
  const { value, onChange, errorMessage, isRequired } = useFormField<string>(name, props.label, check);
  return (
    <FileField
      {...props}
      name={name}
      value={value}
      onChange={(next) => {
        onChange(next);
        // Hides the error about a running upload until the next submit.
        form.resetFieldState(name);
      }}
      errorMessage={errorMessage}
      isRequired={isRequired}
    />
  );
}
