import { useFormState } from 'react-final-form';
import { Button, type ButtonProps } from '../Button.tsx';

/** Sends the form around it; while it is on its way it cannot be sent again. */
export function SubmitButton(props: Omit<ButtonProps, 'type' | 'isPending'>) {
  const { submitting } = useFormState({ subscription: { submitting: true } });
  return <Button variant="primary" {...props} type="submit" isPending={submitting} />;
}
