import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#i18n/useFormats.ts';
import { pageSizeChoices } from './listState.ts';
import { Pager } from './Pager.tsx';

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
  const { numbers } = useFormats();
  const pages = Math.max(1, Math.ceil(count / size));
  const isPastEnd = page > pages;
  const goBack = useEffectEvent(() => onPlace({ page: pages, size }));
  useEffect(() => {
    if (isPastEnd) goBack();
  }, [isPastEnd]);
  if (count <= pageSizeChoices[0]) return null;
  const first = (page - 1) * size + 1;
  return (
    <Pager
      label={t('pages')}
      range={t('range', {
        first: numbers.count(first),
        last: numbers.count(Math.min(count, first + size - 1)),
        count: numbers.count(count),
      })}
      page={page}
      pages={pages}
      onPage={(next) => onPlace({ page: next, size })}
      pageSize={size}
      pageSizes={pageSizeChoices}
      onPageSize={(next) => onPlace({ page: 1, size: next })}
      words={{ previous: t('previous'), next: t('next'), pageSize: t('pageSize') }}
    />
  );
}
