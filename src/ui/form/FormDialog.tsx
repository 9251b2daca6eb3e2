import { Dialog, type DialogProps } from '../Dialog.tsx';
import { FormActs } from './FormActs.tsx';
import { Form, type FormProps } from './Form.tsx';
import type { SubmitButtonLook } from './SubmitButton.tsx';

export type FormDialogProps<Values extends Record<string, unknown>> = Omit<FormProps<Values>, 'hasSummary'> &
  Pick<DialogProps, 'onClose' | 'title' | 'size'> & {
    isOpen?: boolean;
    /** The label of the button that submits. */
    submit: string;
    /** The look of that button, and whether it is disabled. */
    button?: SubmitButtonLook;
  };

/**
 * A dialog that is a form, with Cancel and the button that submits. A press outside does not close it: what was typed would be lost.
 * The page needs the namespace `crud`.
 */
export function FormDialog<Values extends Record<string, unknown>>({
  isOpen = true,
  onClose,
  title,
  size,
  submit,
  button,
  children,
  ...form
}: FormDialogProps<Values>) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} size={size} isClosedByPressOutside={false}>
      <Form {...form} hasSummary={false}>
        {children}
        <FormActs onCancel={onClose} {...button}>
          {submit}
        </FormActs>
      </Form>
    </Dialog>
  );
}
