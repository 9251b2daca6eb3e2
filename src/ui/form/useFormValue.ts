import { useField } from 'react-final-form';

/** The current value of a field of the surrounding form. */
export function useFormValue<Value>(name: string): Value {
  return useField<Value>(name, { subscription: { value: true } }).input.value;
}
