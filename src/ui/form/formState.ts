import { useField, useForm, useFormState } from 'react-final-form';

/** The current value of a field of the surrounding form. */
export function useFormValue<Value>(name: string): Value {
  return useField<Value>(name, { subscription: { value: true } }).input.value;
}

/** The current values of the surrounding form, for fields and notes that depend on others. */
export function useFormValues<Values extends object>(): Values {
  return useFormState<Values>({ subscription: { values: true } }).values;
}

/** Sets a value of the surrounding form, for fields that fill in others. */
export function useSetFormValue(): (name: string, value: string) => void {
  const form = useForm();
  return (name, value) => form.change(name, value);
}

/** Whether the surrounding form is being submitted. */
export function useSubmitting(): boolean {
  return useFormState({ subscription: { submitting: true } }).submitting ?? false;
}
