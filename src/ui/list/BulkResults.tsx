import { CircleAlert, CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import { space } from '../theme.ts';
import { colour } from '../tokens.ts';

/** What became of one record of a bulk act; `message` says what, or why not. */
export type BulkOutcome = { id: string; name: string; done: boolean; message: string };

/** After a bulk act that could not be done to all: a line for each record. */
export function BulkResults({ outcomes, onClose }: { outcomes: BulkOutcome[] | null; onClose: () => void }) {
  const { t } = useTranslation(['crud', 'ui']);
  return (
    <Dialog
      isOpen={outcomes !== null}
      onClose={onClose}
      title={t('bulkResults')}
      actions={<Button onPress={onClose}>{t('ui:close')}</Button>}
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
