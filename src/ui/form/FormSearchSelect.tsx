import { SearchSelect, type SearchSelectProps } from '../SearchSelect.tsx';
import type { Bound } from './FormTextField.tsx';
import { encodeChoice, decodeChoice } from './encodedChoice.ts';
import { useFormField } from './useFormField.ts';

/** A `SearchSelect` of the surrounding form; its value is a text from `encodeChoice`. */
export function FormSearchSelect({ name, validate, ...props }: Bound<SearchSelectProps, string>) {
  const { value, onChange, ...field } = useFormField<string>(name, props.label, validate);
  return (
    <SearchSelect
      {...props}
      {...field}
      value={decodeChoice(value)}
      onChange={(choice) => onChange(encodeChoice(choice))}
    />
  );
}
