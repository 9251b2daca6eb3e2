import { use } from 'react';
import { RadioGroup, type RadioGroupProps } from '../RadioGroup.tsx';
import type { Bound } from './FormTextField.tsx';
import { Reading } from './reading.ts';
import { useFormField } from './useFormField.ts';

type FormRadioGroupProps<Value extends string> = Omit<Bound<RadioGroupProps<Value>, Value>, 'validate'>;

/** A `RadioGroup` of the surrounding form. */
export function FormRadioGroup<Value extends string>(props: FormRadioGroupProps<Value>) {
  const read = use(Reading);
  if (!read) return <Editable {...props} />;
  const { name, label, choices } = props;
  return read<Value>({
    name: name,
    label: label,
    show: (chosen) => choices.find(({ value }) => value === chosen)?.label,
  });
}

function Editable<Value extends string>({ name, ...props }: FormRadioGroupProps<Value>) {
  return <RadioGroup {...props} {...useFormField<Value>(name, props.label)} onFocusChange={undefined} />;
}
