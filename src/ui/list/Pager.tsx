import { ChevronLeft, ChevronRight } from 'lucide-react';
import { styled } from 'styled-components';
import { IconButton } from '../IconButton.tsx';
import { Select } from '../Select.tsx';
import { useShortcut } from '../shortcuts.ts';
import { colour, font, media, space } from '../theme.ts';

export type PagerProps = {
  /** The accessible name. */
  label: string;
  /** The records on the page, and the total: "1–10 of 123". */
  range: string;
  page: number;
  pages: number;
  onPage: (page: number) => void;
  pageSize: number;
  pageSizes: readonly number[];
  onPageSize: (size: number) => void;
  words: { previous: string; next: string; pageSize: string };
};

/** The pagination of a list: position, neighbouring pages, and page size. */
export function Pager({ label, range, page, pages, onPage, pageSize, pageSizes, onPageSize, words }: PagerProps) {
  useShortcut('.', page < pages ? () => onPage(page + 1) : null);
  useShortcut(',', page > 1 ? () => onPage(page - 1) : null);
  return (
    <Root aria-label={label}>
      <Size>
        <span aria-hidden>{words.pageSize}</span>
        <Select
          label={words.pageSize}
          isLabelHidden
          choices={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
          value={String(pageSize)}
          onChange={(size) => onPageSize(Number(size))}
        />
      </Size>
      <Range role="status">
        <bdi>{range}</bdi>
      </Range>
      <Buttons>
        <IconButton label={words.previous} isDisabled={page <= 1} onPress={() => onPage(page - 1)}>
          <ChevronLeft aria-hidden />
        </IconButton>
        <IconButton label={words.next} isDisabled={page >= pages} onPress={() => onPage(page + 1)}>
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
