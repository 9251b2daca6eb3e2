import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonProps } from './Button.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type DeleteButtonProps = Pick<ButtonProps, 'isDisabled' | 'size'> & {
  /** The question, which names the record. */
  question: string;
  act: () => Promise<void>;
  /** The accessible name if there are several such buttons. */
  label?: string;
  /** Additional content above the warning. */
  children?: ReactNode;
  /** Renders a custom dialog instead of the plain question. */
  renderQuestion?: (question: { isOpen: boolean; onClose: () => void; title: string }) => ReactNode;
};

/** Deletes after a question (Q18). */
export function DeleteButton({ question, act, label, children, renderQuestion, ...button }: DeleteButtonProps) {
  const { t } = useTranslation('crud');
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        {...button}
        variant="destructive"
        aria-label={label}
        icon={<Trash2 aria-hidden />}
        onPress={() => setAsking(true)}
      >
        {t('delete')}
      </Button>
      {renderQuestion ? (
        renderQuestion({ isOpen: isAsking, onClose: () => setAsking(false), title: question })
      ) : (
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
      )}
    </>
  );
}
