import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonProps } from './Button.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type DeleteButtonProps = Pick<ButtonProps, 'isDisabled' | 'size' | 'variant'> & {
  /** Names what would be gone. */
  question: string;
  act: () => Promise<void>;
  /** More about it, above the warning. */
  children?: ReactNode;
};

/** Deletes after a question (Q18). */
export function DeleteButton({ question, act, children, ...button }: DeleteButtonProps) {
  const { t } = useTranslation('crud');
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button {...button} icon={<Trash2 aria-hidden />} onPress={() => setAsking(true)}>
        {t('delete')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={question}
        confirm={t('delete')}
        act={async () => {
          await act();
          setAsking(false);
        }}
      >
        {children}
        {t('deleteText')}
      </ConfirmDialog>
    </>
  );
}
