import type { FormState } from 'final-form';
import { useFormState } from 'react-final-form';

type Unsaved = Partial<Pick<FormState<object>, 'dirty' | 'submitSucceeded' | 'dirtySinceLastSubmit'>>;

/** Whether the values differ from the initial ones and from the last save. */
export function hasUnsaved({ dirty, submitSucceeded, dirtySinceLastSubmit }: Unsaved): boolean {
  return Boolean(dirty && (!submitSucceeded || dirtySinceLastSubmit));
}

/** Whether the surrounding form has unsaved changes. */
export function useUnsavedChanges(): boolean {
  const state = useFormState({
    subscription: { dirty: true, submitSucceeded: true, dirtySinceLastSubmit: true },
  });
  return hasUnsaved(state);
}
