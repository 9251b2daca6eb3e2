import { useForm } from 'react-final-form';
import { FileField, type FileFieldProps, uploading } from './FileField.tsx';
import { useFormField, type Validate } from './useFormField.ts';

type FormFileFieldProps = Omit<FileFieldProps, 'name' | 'value' | 'onChange' | 'errorMessage'> & {
  name: string;
  validate?: Validate<string>;
};

/** A `FileField` of the form around it. Its value is the id of a file, or ''; a form is not sent while one is on its way. */
export function FormFileField({ name, validate, ...props }: FormFileFieldProps) {
  const form = useForm();
  const check: Validate<string> = (value, values) => (value === uploading ? 'files:wait' : validate?.(value, values));
  const { value, onChange, errorMessage } = useFormField<string>(name, props.label, check);
  return (
    <FileField
      {...props}
      name={name}
      value={value}
      onChange={(next) => {
        onChange(next);
        // That one has to wait is told when the form is to be sent, not before.
        form.resetFieldState(name);
      }}
      errorMessage={errorMessage}
    />
  );
}
