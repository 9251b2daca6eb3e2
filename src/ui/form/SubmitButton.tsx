import { Button, type ButtonProps } from '../Button.tsx';
import { useSubmitting } from './useSubmitting.ts';

type DistributiveOmit<Props, Key extends PropertyKey> = Props extends unknown ? Omit<Props, Key> : never;

/** Submits the surrounding form; pending while it is being sent. */
export function SubmitButton(props: DistributiveOmit<ButtonProps, 'type' | 'isPending'>) {
  return (
    <Button
      {...(props.variant ? props : { ...props, variant: 'primary' as const })}
      type="submit"
      isPending={useSubmitting()}
    />
  );
}
