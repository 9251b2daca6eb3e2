import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPager } from './ListPager.tsx';
import { pageSizeChoices } from './listState.ts';

/** A page of a list, and how many records it has at most. */
export type Place = { page: number; size: number };

type PanelPagerProps = {
  place: Place;
  onPlace: (place: Place) => void;
  /** How many records the list has. */
  count: number;
};

/**
 * The pagination of a list whose page is not in the address; nothing while one page is enough. Goes back to the last page if the list
 * has become shorter. The page needs the namespace `crud`.
 */
export function PanelPager({ place: { page, size }, onPlace, count }: PanelPagerProps) {
  const { t } = useTranslation('crud');
  const pages = Math.max(1, Math.ceil(count / size));
  const isPastEnd = page > pages;
  const goBack = useEffectEvent(() => onPlace({ page: pages, size }));
  useEffect(() => {
    if (isPastEnd) goBack();
  }, [isPastEnd]);
  if (count <= pageSizeChoices[0]) return null;
  return (
    <ListPager
      label={t('pages')}
      count={count}
      shown={Math.min(size, count - (page - 1) * size)}
      page={page}
      pageSize={size}
      onPage={(next) => onPlace({ page: next, size })}
      onPageSize={(next) => onPlace({ page: 1, size: next })}
    />
  );
}
