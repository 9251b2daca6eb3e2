import { useFormState } from 'react-final-form';

/** The current values of the surrounding form, for fields and notes that depend on others. */
export function useFormValues<Values extends object>(): Values {
  return useFormState<Values>({ subscription: { values: true } }).values;
}
