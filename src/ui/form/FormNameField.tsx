import { bounds } from '../../../contract/bounds.ts';
import { FormTextField } from './FormTextField.tsx';
import { name as checkName } from './recordChecks.ts';

type FormNameFieldProps = {
  /** Its name in the values of the form. */
  name?: string;
  label: string;
  description?: string | undefined;
  autoFocus?: boolean;
};

/** A field for the name of something, in which a form begins. */
export function FormNameField({ name = 'name', autoFocus = true, ...props }: FormNameFieldProps) {
  return (
    <FormTextField
      {...props}
      name={name}
      validate={checkName}
      maxLength={bounds.name.max}
      autoComplete="off"
      autoFocus={autoFocus}
    />
  );
}
