import { css, styled } from 'styled-components';
import { colour, font } from './theme.ts';

/** Secondary text, inline; `as="p"` makes it a paragraph. */
export const Muted = styled.span<{ $isCompact?: boolean }>`
  color: ${colour.textMuted};
  ${({ $isCompact }) =>
    $isCompact &&
    css`
      font-size: ${font.size.compact};
    `}
`;
