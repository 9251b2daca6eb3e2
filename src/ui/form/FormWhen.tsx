import type { ReactNode } from 'react';
import { useField } from 'react-final-form';

/** Renders its children only while a field of the surrounding form has a certain value. */
export function FormWhen({ name, is, children }: { name: string; is: string; children: ReactNode }) {
  const { input } = useField<unknown>(name, { subscription: { value: true } });
  return input.value === is ? children : null;
}
