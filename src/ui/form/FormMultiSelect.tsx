import { use } from 'react';
import { MultiSelect, type MultiSelectProps } from '../MultiSelect.tsx';
import type { Bound } from './FormTextField.tsx';
import { Reading } from './reading.ts';
import { useFormField } from './useFormField.ts';

type FormMultiSelectProps<Value extends string> = Bound<MultiSelectProps<Value>, Value[]>;

/** A `MultiSelect` of the surrounding form. */
export function FormMultiSelect<Value extends string>(props: FormMultiSelectProps<Value>) {
  const read = use(Reading);
  if (!read) return <Editable {...props} />;
  const { name, label, choices } = props;
  const join = (chosen: Value[]) =>
    choices.flatMap((choice) => (chosen.includes(choice.value) ? choice.label : [])).join(', ');
  return read<Value[]>({ name, label, show: join });
}

function Editable<Value extends string>({ name, validate, ...props }: FormMultiSelectProps<Value>) {
  return <MultiSelect {...props} {...useFormField<Value[]>(name, props.label, validate)} />;
}
