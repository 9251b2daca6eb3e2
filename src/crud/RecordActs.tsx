import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { CoverageDecision } from '../../contract/coverage.ts';
import { ApiError } from '#api/problem.ts';
import { useInvalidate } from '#api/query.ts';
import { useWord } from '#i18n/words.ts';
import { useLocation, useNavigate } from '#lib/router.ts';
import { editHref } from '#paths.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { ignoresTaps } from '#ui/ignoresTaps.ts';
import { type MenuAct, MoreMenu } from '#ui/MoreMenu.tsx';
import { media, space } from '#ui/theme.ts';
import { toast } from '#ui/toast.ts';
import { useListHref } from './lastSearch.ts';
import type { Resource, Stored } from './resource.ts';
import { fromFacts } from './useWayBack.ts';

export type RecordActsProps<Item extends Stored> = {
  resource: ActsResource<Item>;
  item: Item;
  /** The button of what is to be done next; without it Edit is the primary act. */
  primary?: ReactNode;
  /** The acts under "⋯", before Delete. */
  acts?: readonly MenuAct[];
};

/** The acts in the head of a record's page: the primary one, Edit, and the others under "⋯"; as far as the server allows. */
export function RecordActs<Item extends Stored>({ resource, item, primary, acts = [] }: RecordActsProps<Item>) {
  const { t } = useTranslation('crud');
  const { search } = useLocation();
  const deletion = useDeletion(resource, item);
  return (
    <Root key={item.id}>
      {primary}
      {item.can.update && (
        <ButtonLink
          to={editHref(resource.href(item)) + search}
          state={fromFacts}
          variant={primary ? 'secondary' : 'primary'}
        >
          {t('edit')}
        </ButtonLink>
      )}
      <MoreMenu acts={[...acts, ...deletion]} />
    </Root>
  );
}

/** What the acts on a record need of its kind. */
type ActsResource<Item extends Stored> = Omit<Resource<Item, never, never>, 'emptyValues' | 'valuesOf' | 'toBody'>;

/**
 * The act that deletes a record after a question that names it, and returns to its list. If it cannot be deleted the act says why;
 * nothing for people who may not delete it.
 */
function useDeletion<Item extends Stored>(resource: ActsResource<Item>, item: Item): readonly MenuAct[] {
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

/** When one record follows another, the same buttons stand there for the next one. */
const Root = styled.div`
  ${ignoresTaps}
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};

  /* The long name of an act wraps, so that "⋯" stays beside it. */
  ${media.phone} {
    flex-wrap: nowrap;
  }
`;
