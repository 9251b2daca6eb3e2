import type { ReactNode } from 'react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Stack } from '#ui/Stack.ts';
import { CopiedText } from './CopiedText.tsx';

type SecretDialogProps = {
  secret: string;
  title: string;
  /** Where to enter the secret. */
  text: string;
  /** The label of the button that confirms that the secret is copied. */
  confirm: string;
  onClose: () => void;
  /** The secret in another form, such as a QR code. */
  children?: ReactNode;
};

/**
 * Shows a secret the only time; only its button closes it. Render it in the page, not in the dialog that asks for the secret, which may
 * be closed before the answer. The page needs the namespace `crud`.
 */
export function SecretDialog({ secret, title, text, confirm, onClose, children }: SecretDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      isOpen
      isClosedByEscape={false}
      onClose={onClose}
      title={title}
      actions={
        <Button variant="primary" onPress={onClose}>
          {confirm}
        </Button>
      }
    >
      <Stack $gap={4}>
        <p>{text}</p>
        <CopiedText text={secret} />
        {children}
      </Stack>
    </Dialog>
  );
}
