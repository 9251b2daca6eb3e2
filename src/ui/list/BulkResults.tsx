import { CircleAlert, CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import { colour, space } from '../theme.ts';

/** The result of a bulk action for one record; `message` describes it, or the error. */
export type BulkOutcome = { id: string; name: string; done: boolean; message: string };

/** Shown after a bulk action that failed for some records: a line per record. */
export function BulkResults({
  title,
  outcomes,
  onClose,
}: {
  title: string;
  outcomes: BulkOutcome[] | null;
  onClose: () => void;
}) {
  const { t } = useTranslation('ui');
  return (
    <Dialog
      isOpen={outcomes !== null}
      onClose={onClose}
      title={title}
      actions={<Button onPress={onClose}>{t('close')}</Button>}
    >
      <Lines>
        {outcomes?.map(({ id, name, done, message }) => (
          <li key={id} data-done={done || undefined}>
            {done ? <CircleCheck size={16} aria-hidden /> : <CircleAlert size={16} aria-hidden />}
            <span>
              <strong>{name}</strong> {message}
            </span>
          </li>
        ))}
      </Lines>
    </Dialog>
  );
}

const Lines = styled.ul`
  display: flex;
  flex-direction: column;
  gap: ${space(2)};

  & > li {
    display: flex;
    gap: ${space(2)};
    color: ${colour.dangerText};
  }

  & > li[data-done] {
    color: ${colour.successText};
  }

  & strong {
    display: block;
    color: ${colour.text};
    overflow-wrap: anywhere;
  }

  & svg {
    margin-block-start: ${space(0.5)};
  }
`;
