import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bulkMax } from '../../contract/bounds.ts';
import type { BulkResult } from '#api/collection.ts';
import { ApiError } from '#api/problem.ts';
import { useInvalidate } from '#api/query.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { DeleteButton } from '#ui/DeleteButton.tsx';
import { type BulkOutcome, BulkResults } from '#ui/list/BulkResults.tsx';
import { SelectionBar } from '#ui/list/SelectionBar.tsx';
import type { Chosen } from '#ui/list/useChosen.ts';
import { toast } from '#ui/toast.ts';

type BulkDeleteProps = {
  chosen: Chosen;
  onChosen: (chosen: Chosen) => void;
  path: string;
  removeAll: (ids: string[]) => Promise<BulkResult[]>;
};

/** What is chosen in a list, and its deletion: asked about once, answered for each record. */
export function BulkDelete({ chosen, onChosen, path, removeAll }: BulkDeleteProps) {
  const { t } = useTranslation('crud');
  const invalidate = useInvalidate();
  const errorMessage = useErrorMessage();
  const [outcomes, setOutcomes] = useState<BulkOutcome[] | null>(null);
  const names = [...chosen.values()];
  const isTooMany = chosen.size > bulkMax;

  const remove = async () => {
    const told = (await removeAll([...chosen.keys()])).map(({ id, done, code }) => ({
      id,
      name: chosen.get(id) ?? id,
      done,
      message: done ? t('deleted') : errorMessage(new ApiError(code ?? 'something_went_wrong')),
    }));
    const left = told.filter(({ done }) => !done);
    if (left.length === 0) toast({ title: t('bulkDeleted', { number: told.length }), tone: 'success' });
    else setOutcomes(told);
    onChosen(new Map(left.map(({ id, name }) => [id, name])));
    await invalidate(path);
  };
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
        >
          {names.length > 1 && <p>{names.slice(0, 10).join(', ') + (names.length > 10 ? ' …' : '')}</p>}
        </DeleteButton>
      </SelectionBar>
      <BulkResults outcomes={outcomes} onClose={() => setOutcomes(null)} />
    </>
  );
}
