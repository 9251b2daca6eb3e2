import { RadioGroup, type RadioGroupProps } from '../RadioGroup.tsx';
import type { Bound } from './FormTextField.tsx';
import { useFormField } from './useFormField.ts';

/** A `RadioGroup` of the surrounding form. */
export function FormRadioGroup<Value extends string>({
  name,
  ...props
}: Omit<Bound<RadioGroupProps<Value>, Value>, 'validate'>) {
  return <RadioGroup {...props} {...useFormField<Value>(name, props.label)} onFocusChange={undefined} />;
}
