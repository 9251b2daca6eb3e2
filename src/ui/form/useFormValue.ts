import { useField } from 'react-final-form';

/** The value that a field of the form around has now. */
export function useFormValue<Value>(name: string): Value {
  return useField<Value>(name, { subscription: { value: true } }).input.value;
}
