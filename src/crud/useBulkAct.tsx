import { CircleAlert, CircleCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { BulkResult } from '#api/collection.ts';
import { ApiError } from '#api/problem.ts';
import { useInvalidate } from '#api/query.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import type { Chosen } from '#ui/list/useChosen.ts';
import { colour, space } from '#ui/theme.ts';
import { toast } from '#ui/toast.ts';
import type { Listed } from './resource.ts';

/** The messages of a bulk action: one record succeeded or failed, all succeeded, and the heading above those that failed. */
type BulkWords = {
  done: string;
  notDone?: (reason: string) => string;
  allDone: (number: number) => string;
  someFailed: string;
};

/**
 * Runs bulk acts on the selected records: `settle` shows the result of each, keeps the failed ones selected, and refreshes the
 * list. If a reservation still has no decision, it throws, so that the dialog asks again. `results` has to be rendered.
 */
export function useBulkAct<Item>({
  resource: { collection, nameOf, rowNameOf = nameOf, touches = [] },
  chosen,
  onChosen,
}: {
  resource: Listed<Item>;
  chosen: Chosen<Item>;
  onChosen: (chosen: Chosen<Item>) => void;
}): { settle: (results: readonly BulkResult[], words: BulkWords) => Promise<void>; results: ReactNode } {
  const invalidate = useInvalidate();
  const errorMessage = useErrorMessage();
  const [failed, setFailed] = useState<{ title: string; outcomes: BulkOutcome[] } | null>(null);

  const settle = async (
    results: readonly BulkResult[],
    { done: doneWord, notDone = (reason) => reason, allDone, someFailed }: BulkWords,
  ) => {
    const outcomes = results.map(({ id, done, code, error }) => {
      const item = chosen.get(id);
      const message = done ? doneWord : notDone(errorMessage(error ?? new ApiError(code ?? 'something_went_wrong')));
      return { id, name: item === undefined ? id : rowNameOf(item), done, message };
    });
    const done = new Set(outcomes.flatMap((outcome) => (outcome.done ? [outcome.id] : [])));
    // The dialog asks again and keeps the decisions made so far.
    const isUndecided = results.some(({ code }) => code === 'reservations_affected');
    if (done.size === outcomes.length) toast({ title: allDone(outcomes.length), tone: 'success' });
    else if (!isUndecided) setFailed({ title: someFailed, outcomes });
    onChosen(new Map([...chosen].filter(([id]) => !done.has(String(id)))));
    await invalidate(collection.path, ...touches);
    if (isUndecided) throw new ApiError('reservations_affected', { status: 409 });
  };
  const results = (
    <BulkResults title={failed?.title ?? ''} outcomes={failed?.outcomes ?? null} onClose={() => setFailed(null)} />
  );
  return { settle, results };
}

/** The result of a bulk action for one record; `message` describes it, or the error. */
type BulkOutcome = { id: string; name: string; done: boolean; message: string };

/** Shown after a bulk action that failed for some records: a line per record. */
function BulkResults({
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
