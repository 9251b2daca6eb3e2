import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CoverageDecision } from '../../contract/coverage.ts';
import { ApiError } from '#api/problem.ts';
import { useInvalidate } from '#api/query.ts';
import { useWord } from '#i18n/words.ts';
import { useNavigate } from '#lib/router.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import type { MenuAct } from '#ui/MoreMenu.tsx';
import { toast } from '#ui/toast.ts';
import { useListHref } from './lastSearch.ts';
import type { Resource, Stored } from './resource.ts';

/** What the acts on a record need of its kind. */
export type ActsResource<Item extends Stored> = Omit<
  Resource<Item, never, never>,
  'emptyValues' | 'valuesOf' | 'toBody'
>;

/**
 * The act that deletes a record after a question that names it, and returns to its list. If it cannot be deleted the act says why;
 * nothing for people who may not delete it.
 */
export function useDeletion<Item extends Stored>(resource: ActsResource<Item>, item: Item): readonly MenuAct[] {
  const { collection, nameOf, listHref, undeletableBecause, DeletedAlong, DeleteDialog, touches = [] } = resource;
  const { t } = useTranslation('crud');
  const word = useWord();
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const hrefOfList = useListHref();
  const reason = item.can.delete ? undefined : undeletableBecause?.(item);
  if (!item.can.delete && !reason) return [];
  const remove = async (decisions?: CoverageDecision[]) => {
    if (!decisions) await collection.remove(item.id);
    else {
      const [result] = await collection.removeAll([item.id], decisions);
      if (!result?.done) throw new ApiError(result?.code ?? 'something_went_wrong');
    }
    toast({ title: t('deletedNamed', { name: nameOf(item) }), tone: 'success' });
    // Before the reads are refreshed: the read of the record itself would be answered 404.
    await navigate(hrefOfList(listHref), { replace: true });
    await invalidate(collection.path, ...touches);
  };
  const title = t('deleteTitle', { name: nameOf(item) });
  return [
    {
      id: 'delete',
      label: t('delete'),
      icon: <Trash2 aria-hidden />,
      isDangerous: true,
      whyNot: reason && word(reason),
      renderQuestion: (question) =>
        DeleteDialog ? (
          <DeleteDialog {...question} title={title} ids={[item.id]} remove={remove} />
        ) : (
          <ConfirmDialog {...question} title={title} confirm={t('delete')} act={remove}>
            {DeletedAlong && <DeletedAlong items={[item]} />}
            {t('deleteText')}
          </ConfirmDialog>
        ),
    },
  ];
}
