import { use } from 'react';
import { Select, type SelectProps } from '../Select.tsx';
import type { Bound } from './FormTextField.tsx';
import { Reading } from './reading.ts';
import { useFormField } from './useFormField.ts';

type FormSelectProps<Value extends string> = Bound<SelectProps<Value>, Value | null>;

/** A `Select` of the surrounding form; null until something is selected. */
export function FormSelect<Value extends string>(props: FormSelectProps<Value>) {
  const read = use(Reading);
  if (!read) return <Editable {...props} />;
  const { name, label, choices } = props;
  return read<Value | null>({
    name: name,
    label: label,
    show: (chosen) => choices.find(({ value }) => value === chosen)?.label ?? (chosen && '…'),
  });
}

function Editable<Value extends string>({ name, validate, ...props }: FormSelectProps<Value>) {
  return <Select {...props} {...useFormField(name, props.label, validate)} />;
}
