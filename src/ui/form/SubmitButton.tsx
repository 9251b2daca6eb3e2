import { Button, type ButtonProps } from '../Button.tsx';
import { useSubmitting } from './formState.ts';

type DistributiveOmit<Props, Key extends PropertyKey> = Props extends unknown ? Omit<Props, Key> : never;

export type SubmitButtonProps = DistributiveOmit<ButtonProps, 'type' | 'isPending'>;

/** What a submit button has besides its label. */
export type SubmitButtonLook = DistributiveOmit<SubmitButtonProps, 'children'>;

/** Submits the surrounding form; pending while it is being sent. */
export function SubmitButton(props: SubmitButtonProps) {
  return (
    <Button
      {...(props.variant ? props : { ...props, variant: 'primary' as const })}
      type="submit"
      isPending={useSubmitting()}
    />
  );
}
