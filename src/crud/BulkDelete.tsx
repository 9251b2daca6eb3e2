import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bulkMax } from '../../contract/bounds.ts';
import type { CoverageDecision } from '../../contract/coverage.ts';
import type { BulkResult } from '#api/collection.ts';
import { ApiError } from '#api/problem.ts';
import { useInvalidate } from '#api/query.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { DeleteButton } from '#ui/DeleteButton.tsx';
import { type BulkOutcome, BulkResults } from '#ui/list/BulkResults.tsx';
import { SelectionBar } from '#ui/list/SelectionBar.tsx';
import type { Chosen } from '#ui/list/useChosen.ts';
import { toast } from '#ui/toast.ts';
import type { Listed } from './resource.ts';

type BulkDeleteProps<Item> = {
  resource: Listed<Item>;
  chosen: Chosen<Item>;
  onChosen: (chosen: Chosen<Item>) => void;
  removeAll: (ids: string[], decisions?: CoverageDecision[]) => Promise<BulkResult[]>;
};

/** Deletes the selected records after one question; shows the result of each. */
export function BulkDelete<Item>({ resource, chosen, onChosen, removeAll }: BulkDeleteProps<Item>) {
  const { t } = useTranslation('crud');
  const invalidate = useInvalidate();
  const errorMessage = useErrorMessage();
  const [outcomes, setOutcomes] = useState<BulkOutcome[] | null>(null);
  const { DeletedAlong, DeleteDialog, touches = [] } = resource;
  const nameOf = resource.rowNameOf ?? resource.nameOf;
  const items = [...chosen.values()];
  const names = items.map(nameOf);
  const isTooMany = chosen.size > bulkMax;

  const remove = async (decisions?: CoverageDecision[]) => {
    const results = await removeAll([...chosen.keys()], decisions);
    const newOutcomes = results.map(({ id, done, code }) => {
      const item = chosen.get(id);
      const message = done ? t('deleted') : errorMessage(new ApiError(code ?? 'something_went_wrong'));
      return { id, name: item === undefined ? id : nameOf(item), done, message };
    });
    const done = new Set(newOutcomes.flatMap((one) => (one.done ? [one.id] : [])));
    // The dialog asks again and keeps the decisions made so far.
    const isUndecided = results.some(({ code }) => code === 'reservations_affected');
    if (done.size === newOutcomes.length)
      toast({ title: t('bulkDeleted', { number: newOutcomes.length }), tone: 'success' });
    else if (!isUndecided) setOutcomes(newOutcomes);
    onChosen(new Map([...chosen].filter(([id]) => !done.has(id))));
    await invalidate(resource.collection.path, ...touches);
    if (isUndecided) throw new ApiError('reservations_affected', { status: 409 });
  };
  const about = (
    <>
      {names.length > 1 && <p>{names.slice(0, 10).join(', ') + (names.length > 10 ? ' …' : '')}</p>}
      {DeletedAlong && <DeletedAlong items={items} />}
    </>
  );
  return (
    <>
      <SelectionBar
        number={chosen.size}
        message={isTooMany ? t('tooMany', { max: bulkMax }) : t('selected', { number: chosen.size })}
        onClear={() => onChosen(new Map())}
      >
        <DeleteButton
          size="small"
          variant="danger"
          isDisabled={isTooMany}
          question={
            names.length === 1 ? t('deleteTitle', { name: names[0] }) : t('bulkTitle', { number: names.length })
          }
          act={remove}
          renderQuestion={
            DeleteDialog &&
            ((question) => (
              <DeleteDialog {...question} ids={[...chosen.keys()]} remove={remove}>
                {about}
              </DeleteDialog>
            ))
          }
        >
          {about}
        </DeleteButton>
      </SelectionBar>
      <BulkResults outcomes={outcomes} onClose={() => setOutcomes(null)} />
    </>
  );
}
