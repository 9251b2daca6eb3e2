import { SearchSelect, type SearchSelectProps } from '../SearchSelect.tsx';
import { asFound, readFound } from './found.ts';
import { useFormField } from './useFormField.ts';

type FormSearchSelectProps = Omit<
  SearchSelectProps,
  'name' | 'value' | 'onChange' | 'errorMessage' | 'onFocusChange'
> & {
  name: string;
};

/** A `SearchSelect` of the form around it, whose value is written by `asFound`. */
export function FormSearchSelect({ name, ...props }: FormSearchSelectProps) {
  const { value, onChange, ...field } = useFormField<string>(name, props.label);
  return (
    <SearchSelect {...props} {...field} value={readFound(value)} onChange={(choice) => onChange(asFound(choice))} />
  );
}
