import { SearchSelect, type SearchSelectProps } from '../SearchSelect.tsx';
import type { Bound } from './FormTextField.tsx';
import { asFound, readFound } from './found.ts';
import { useFormField } from './useFormField.ts';

/** A `SearchSelect` of the surrounding form; its value is a text from `asFound`. */
export function FormSearchSelect({ name, validate, ...props }: Bound<SearchSelectProps, string>) {
  const { value, onChange, ...field } = useFormField<string>(name, props.label, validate);
  return (
    <SearchSelect {...props} {...field} value={readFound(value)} onChange={(choice) => onChange(asFound(choice))} />
  );
}
