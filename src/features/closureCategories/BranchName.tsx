import { CornerDownRight } from 'lucide-react';
import { styled } from 'styled-components';
import type { ClosureCategory } from '../../../contract/closureCategories.ts';
import { colour, space } from '#ui/theme.ts';

/** The title of a category; subcategories are indented. */
export function BranchName({ category: { title, main } }: { category: ClosureCategory }) {
  if (main) return title;
  return (
    <Below>
      <CornerDownRight size={14} aria-hidden />
      <span>{title}</span>
    </Below>
  );
}

const Below = styled.span`
  display: flex;
  align-items: baseline;
  gap: ${space(2)};
  padding-inline-start: ${space(2)};

  & > span {
    overflow: hidden;
    text-overflow: ellipsis;
  }

  & > svg {
    flex-shrink: 0;
    color: ${colour.textMuted};
  }

  [dir='rtl'] & > svg {
    scale: -1 1;
  }
`;
