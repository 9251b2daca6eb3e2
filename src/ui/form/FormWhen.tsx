import type { ReactNode } from 'react';
import { useField } from 'react-final-form';

/** Part of the form around it that is there only while a field holds a certain value. */
export function FormWhen({ name, is, children }: { name: string; is: string; children: ReactNode }) {
  const { input } = useField<unknown>(name, { subscription: { value: true } });
  return input.value === is ? children : null;
}
