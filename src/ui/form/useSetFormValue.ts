import { useForm } from 'react-final-form';

/** Sets a value of the surrounding form, for fields that fill in others. */
export function useSetFormValue(): (name: string, value: string) => void {
  const form = useForm();
  return (name, value) => form.change(name, value);
}
