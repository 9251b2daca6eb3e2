import { useTranslation } from 'react-i18next';
import type { CoverageDecision } from '../../contract/coverage.ts';
import { ApiError } from '#api/problem.ts';
import { useInvalidate } from '#api/query.ts';
import { useWord } from '#i18n/words.ts';
import { useNavigate } from '#lib/router.ts';
import { DeleteButton } from '#ui/DeleteButton.tsx';
import { toast } from '#ui/toast.ts';
import { useListHref } from './lastSearch.ts';
import type { Resource, Stored } from './resource.ts';

type Props<Item> = { resource: Omit<Resource<Item, never, never>, 'emptyValues' | 'valuesOf' | 'toBody'>; item: Item };

/** Deletes a record after a question that names it, and returns to its list; or shows why it cannot be deleted. */
export function DeleteRecord<Item extends Stored>({ resource, item }: Props<Item>) {
  const { collection, nameOf, listHref, undeletableBecause, DeletedAlong, DeleteDialog, touches = [] } = resource;
  const { t } = useTranslation('crud');
  const word = useWord();
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const hrefOfList = useListHref();
  const reason = item.can.delete ? undefined : undeletableBecause?.(item);
  if (!item.can.delete && !reason) return null;
  const remove = async (decisions?: CoverageDecision[]) => {
    if (!decisions) await collection.remove(item.id);
    else {
      const [result] = await collection.removeAll([item.id], decisions);
      if (!result?.done) throw new ApiError(result?.code ?? 'something_went_wrong');
    }
    toast({ title: t('deletedNamed', { name: nameOf(item) }), tone: 'success' });
    // Before the reads are refreshed: the read of the record itself would be answered 404.
    await navigate(hrefOfList(listHref), { replace: true, state: { isDecided: true } });
    await invalidate(collection.path, ...touches);
  };
  return (
    <DeleteButton
      question={t('deleteTitle', { name: nameOf(item) })}
      act={remove}
      refusal={reason && word(reason)}
      renderQuestion={DeleteDialog && ((question) => <DeleteDialog {...question} ids={[item.id]} remove={remove} />)}
    >
      {DeletedAlong && <DeletedAlong items={[item]} />}
    </DeleteButton>
  );
}
