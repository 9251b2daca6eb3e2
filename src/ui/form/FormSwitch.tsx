import { Switch, type SwitchProps } from '../Switch.tsx';
import type { Bound } from './FormTextField.tsx';
import { useFormField } from './useFormField.ts';

/** A `Switch` of the surrounding form. */
export function FormSwitch({
  name,
  ...props
}: Omit<Bound<SwitchProps, boolean>, 'validate' | 'isSelected' | 'defaultSelected'>) {
  const { value, onChange, onFocusChange } = useFormField<boolean>(name, props.label);
  return <Switch {...props} name={name} isSelected={value} onChange={onChange} onFocusChange={onFocusChange} />;
}
