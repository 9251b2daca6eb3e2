import { useTranslation } from 'react-i18next';
import { useFormats } from '#i18n/useFormats.ts';
import { pageSizeChoices } from './listState.ts';
import { Pager } from './Pager.tsx';

type ListPagerProps = {
  label: string;
  /** The number of all records, and of those on this page. */
  count: number;
  shown: number;
  page: number;
  pageSize: number;
  onPage: (page: number) => void;
  onPageSize: (size: number) => void;
};

/** The page of a list in its address: `change` writes parameters, of which null removes one. */
export const pageInAddress = (
  { page, pageSize }: { page: number; pageSize: number },
  change: (changes: { page: string | null } | { page_size: string }) => void,
) => ({
  page,
  pageSize,
  onPage: (number: number) => change({ page: number > 1 ? String(number) : null }),
  onPageSize: (size: number) => change({ page_size: String(size) }),
});

/** Says which records of how many are shown, and leads to other pages. The page needs the namespace `crud`. */
export function ListPager({ label, count, shown, page, pageSize, onPage, onPageSize }: ListPagerProps) {
  const { t } = useTranslation('crud');
  const { numbers } = useFormats();
  const first = (page - 1) * pageSize + 1;
  return (
    <Pager
      label={label}
      range={t('range', {
        first: numbers.count(first),
        last: numbers.count(first + shown - 1),
        count: numbers.count(count),
      })}
      page={page}
      pages={Math.max(1, Math.ceil(count / pageSize))}
      onPage={onPage}
      pageSize={pageSize}
      pageSizes={pageSizeChoices}
      onPageSize={onPageSize}
      words={{ previous: t('previous'), next: t('next'), pageSize: t('pageSize') }}
    />
  );
}
