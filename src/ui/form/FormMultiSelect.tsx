import { MultiSelect, type MultiSelectProps } from '../MultiSelect.tsx';
import type { Bound } from './FormTextField.tsx';
import { useFormField } from './useFormField.ts';

/** A `MultiSelect` of the surrounding form. */
export function FormMultiSelect<Value extends string>({
  name,
  validate,
  ...props
}: Bound<MultiSelectProps<Value>, Value[]>) {
  return <MultiSelect {...props} {...useFormField<Value[]>(name, props.label, validate)} />;
}
