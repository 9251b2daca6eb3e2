import { Trash2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button, type ButtonProps } from './Button.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { font, space } from './theme.ts';
import { colour } from './tokens.ts';

type DeleteButtonProps = Pick<ButtonProps, 'isDisabled' | 'size'> & {
  /** The question, which names the record. */
  question: string;
  act: () => Promise<void>;
  /** The accessible name if there are several such buttons. */
  label?: string;
  /** Why deletion is impossible now; shown instead of the question. */
  refusal?: string;
  /** Additional content above the warning. */
  children?: ReactNode;
  /** Renders a custom dialog instead of the plain question. */
  renderQuestion?: (question: { isOpen: boolean; onClose: () => void; title: string }) => ReactNode;
};

/** Deletes after a question (Q18). */
export function DeleteButton({
  question,
  act,
  label,
  refusal,
  children,
  renderQuestion,
  ...button
}: DeleteButtonProps) {
  const { t } = useTranslation('crud');
  const [isAsking, setAsking] = useState(false);
  const id = useId();
  if (refusal !== undefined) {
    return (
      <Refused>
        <Button {...button} variant="destructive" icon={<Trash2 aria-hidden />} isDisabled aria-describedby={id}>
          {t('delete')}
        </Button>
        <span id={id}>{refusal}</span>
      </Refused>
    );
  }
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

const Refused = styled.div`
  display: flex;
  flex-direction: row-reverse;
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  gap: ${space(1.5)} ${space(3)};
  max-inline-size: 400px;

  & > span {
    flex: 1 1 160px;
    color: ${colour.textMuted};
    font-size: ${font.size.compact};
    text-wrap: pretty;
  }
`;
