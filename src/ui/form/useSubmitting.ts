import { useFormState } from 'react-final-form';

/** Whether the form around it is on its way. */
export function useSubmitting(): boolean {
  return useFormState({ subscription: { submitting: true } }).submitting ?? false;
}
