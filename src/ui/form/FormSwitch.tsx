import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { Switch, type SwitchProps } from '../Switch.tsx';
import type { Bound } from './FormTextField.tsx';
import { Reading } from './reading.ts';
import { useFormField } from './useFormField.ts';

type FormSwitchProps = Omit<Bound<SwitchProps, boolean>, 'label' | 'validate' | 'isSelected' | 'defaultSelected'> & {
  label: string;
};

/** A `Switch` of the surrounding form. The page needs the namespace `crud`. */
export function FormSwitch(props: FormSwitchProps) {
  const { t } = useTranslation('crud');
  const read = use(Reading);
  if (!read) return <Editable {...props} />;
  return read<boolean>({ name: props.name, label: props.label, show: (isOn) => t(isOn ? 'yes' : 'no') });
}

function Editable({ name, ...props }: FormSwitchProps) {
  const { value, onChange, onFocusChange } = useFormField<boolean>(name, props.label);
  return <Switch {...props} name={name} isSelected={value} onChange={onChange} onFocusChange={onFocusChange} />;
}
