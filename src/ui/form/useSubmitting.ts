import { useFormState } from 'react-final-form';

/** Whether the surrounding form is being submitted. */
export function useSubmitting(): boolean {
  return useFormState({ subscription: { submitting: true } }).submitting ?? false;
}
