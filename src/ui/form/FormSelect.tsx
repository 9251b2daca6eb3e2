import { Select, type SelectProps } from '../Select.tsx';
import type { Bound } from './FormTextField.tsx';
import { useFormField } from './useFormField.ts';

/** A `Select` of the surrounding form; null until something is selected. */
export function FormSelect<Value extends string>({
  name,
  validate,
  ...props
}: Bound<SelectProps<Value>, Value | null>) {
  return <Select {...props} {...useFormField(name, props.label, validate)} />;
}
