import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useFormats } from '#i18n/useFormats.ts';
import { IconButton } from '../IconButton.tsx';
import { Select } from '../Select.tsx';
import { useShortcut } from '../shortcuts.ts';
import { colour, font, media, space } from '../theme.ts';
import { pageSizeChoices } from './listState.ts';

type ListPagerProps = {
  /** The accessible name. */
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
  const pages = Math.max(1, Math.ceil(count / pageSize));
  useShortcut('.', page < pages ? () => onPage(page + 1) : null);
  useShortcut(',', page > 1 ? () => onPage(page - 1) : null);
  return (
    <Root aria-label={label}>
      <Size>
        <span aria-hidden>{t('pageSize')}</span>
        <Select
          label={t('pageSize')}
          isLabelHidden
          choices={pageSizeChoices.map((size) => ({ value: String(size), label: String(size) }))}
          value={String(pageSize)}
          onChange={(size) => onPageSize(Number(size))}
        />
      </Size>
      <Range role="status">
        <bdi>
          {t('range', {
            first: numbers.count(first),
            last: numbers.count(first + shown - 1),
            count: numbers.count(count),
          })}
        </bdi>
      </Range>
      <Buttons>
        <IconButton label={t('previous')} isDisabled={page <= 1} onPress={() => onPage(page - 1)}>
          <ChevronLeft aria-hidden />
        </IconButton>
        <IconButton label={t('next')} isDisabled={page >= pages} onPress={() => onPage(page + 1)}>
          <ChevronRight aria-hidden />
        </IconButton>
      </Buttons>
    </Root>
  );
}

const Root = styled.nav`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)} ${space(4)};
  padding: ${space(2)} ${space(3)};
  border-block-start: 1px solid ${colour.border};
  color: ${colour.textMuted};
  font-size: ${font.size.compact};

  @media print {
    padding-inline: 0;
  }
`;

const Size = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(2)};

  ${media.phone} {
    & > span {
      display: none;
    }
  }

  @media print {
    display: none;
  }
`;

const Range = styled.span`
  margin-inline-start: auto;
  font-variant-numeric: tabular-nums;
`;

const Buttons = styled.div`
  display: flex;

  [dir='rtl'] & svg {
    scale: -1 1;
  }
`;
