import { Button, type ButtonProps } from '../Button.tsx';
import { useSubmitting } from './useSubmitting.ts';

/** Sends the form around it; while it is on its way it cannot be sent again. */
export function SubmitButton(props: Omit<ButtonProps, 'type' | 'isPending'>) {
  return <Button variant="primary" {...props} type="submit" isPending={useSubmitting()} />;
}
