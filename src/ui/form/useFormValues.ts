import { useFormState } from 'react-final-form';

/** What stands in the form around it at the moment, for fields and notes that depend on others. */
export function useFormValues<Values extends object>(): Values {
  return useFormState<Values>({ subscription: { values: true } }).values;
}
