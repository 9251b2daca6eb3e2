import { Button, type ButtonProps } from '../Button.tsx';
import { useSubmitting } from './useSubmitting.ts';

/** Submits the surrounding form; pending while it is being sent. */
export function SubmitButton(props: Omit<ButtonProps, 'type' | 'isPending'>) {
  return <Button variant="primary" {...props} type="submit" isPending={useSubmitting()} />;
}
