import { styled } from 'styled-components';
import { colour, font, space } from './theme.ts';

/** A short list whose items are `ListRow`s: what there is, and an act at its end. */
export const Rows = styled.ul`
  & > li + li {
    border-block-start: 1px solid ${colour.border};
  }
`;

/** An item of `Rows`. */
export const ListRow = styled.li`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(3)};
  padding-block: ${space(4)};
  overflow-wrap: anywhere;
`;

/** What a `ListRow` says in small below its name. */
export const RowDetail = styled.div`
  color: ${colour.textMuted};
  font-size: ${font.size.compact};
`;
