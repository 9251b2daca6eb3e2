import { use } from 'react';
import { Link } from '../Link.tsx';
import { SearchSelect, type SearchSelectProps } from '../SearchSelect.tsx';
import { encodeChoice, decodeChoice } from './encodedChoice.ts';
import type { Bound } from './FormTextField.tsx';
import { Reading } from './reading.ts';
import { useFormField } from './useFormField.ts';

type FormSearchSelectProps = Bound<SearchSelectProps, string> & {
  /** The page of the chosen record, where the field is only read. */
  hrefOf?: (id: string) => string;
};

/** A `SearchSelect` of the surrounding form; its value is a text from `encodeChoice`. */
export function FormSearchSelect({ hrefOf, ...props }: FormSearchSelectProps) {
  const read = use(Reading);
  if (!read) return <Editable {...props} />;
  const show = (text: string) => {
    const choice = decodeChoice(text);
    return choice && hrefOf ? <Link to={hrefOf(choice.value)}>{choice.label}</Link> : choice?.label;
  };
  return read<string>({ name: props.name, label: props.label, show: show });
}

function Editable({ name, validate, ...props }: Bound<SearchSelectProps, string>) {
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
