import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Stack } from './Stack.ts';
import { useFailureOf } from './useAct.ts';

export type ConfirmDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  /** The question, which names the record. */
  title: string;
  /** The label of the button. */
  confirm: string;
  /** `primary` for an action that takes nothing from anybody; `danger` is the default. */
  variant?: 'danger' | 'primary';
  /** False while the dialog does not yet say what would happen: it cannot be confirmed. */
  isReady?: boolean;
  /**
   * Resolves when the dialog may close; if it rejects, the dialog shows the error, and the person can try again. If they have closed it
   * before, a message of the page shows it.
   */
  act: () => Promise<void>;
  children: ReactNode;
};

/** Asks before an action that cannot be undone (Q18). */
export function ConfirmDialog({
  isOpen,
  onClose,
  title,
  confirm,
  variant = 'danger',
  isReady = true,
  act,
  children,
}: ConfirmDialogProps) {
  const { t } = useTranslation('crud');
  const errorMessage = useErrorMessage();
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const showFailure = useFailureOf(setFailure, isOpen);
  const close = () => {
    setFailure(null);
    onClose();
  };
  const run = async () => {
    setRunning(true);
    setFailure(null);
    await act().catch(showFailure);
    setRunning(false);
  };
  return (
    <Dialog
      role="alertdialog"
      isOpen={isOpen}
      onClose={close}
      title={title}
      actions={
        <>
          <Button onPress={close}>{t('cancel')}</Button>
          <Button
            {...(variant === 'primary' ? { variant } : { variant, icon: <TriangleAlert aria-hidden /> })}
            isPending={isRunning}
            isDisabled={!isReady}
            onPress={() => void run()}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <Stack $gap={3}>
        {failure !== null && (
          <Banner tone="danger" isUrgent>
            {errorMessage(failure)}
          </Banner>
        )}
        <div>{children}</div>
      </Stack>
    </Dialog>
  );
}
