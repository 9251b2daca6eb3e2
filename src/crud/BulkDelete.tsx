import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { bulkMax } from '../../contract/bounds.ts';
import type { CoverageDecision } from '../../contract/coverage.ts';
import type { BulkResult } from '#api/collection.ts';
import { DeleteButton } from '#ui/DeleteButton.tsx';
import { SelectionBar } from '#ui/list/SelectionBar.tsx';
import type { Chosen } from '#ui/list/useChosen.ts';
import type { Listed } from './resource.ts';
import { useBulkAct } from './useBulkAct.tsx';

type BulkDeleteProps<Item> = {
  resource: Listed<Item>;
  chosen: Chosen<Item>;
  onChosen: (chosen: Chosen<Item>) => void;
  removeAll: (ids: string[], decisions?: CoverageDecision[]) => Promise<BulkResult[]>;
  /** Other bulk acts, before Delete. */
  acts?: ReactNode;
};

/** Acts on the selected records: deletes them after one question, and shows the result of each. */
export function BulkDelete<Item>({ resource, chosen, onChosen, removeAll, acts }: BulkDeleteProps<Item>) {
  const { t } = useTranslation('crud');
  const { settle, results } = useBulkAct({ resource, chosen, onChosen });
  const { DeletedAlong, DeleteDialog } = resource;
  const nameOf = resource.rowNameOf ?? resource.nameOf;
  const items = [...chosen.values()];
  const names = items.map(nameOf);
  const isTooMany = chosen.size > bulkMax;

  const remove = async (decisions?: CoverageDecision[]) =>
    settle(await removeAll([...chosen.keys()], decisions), {
      done: t('deleted'),
      allDone: (number) => t('bulkDeleted', { number }),
      someFailed: t('bulkResults'),
    });
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
        {!isTooMany && acts}
        <DeleteButton
          size="small"
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
      {results}
    </>
  );
}
