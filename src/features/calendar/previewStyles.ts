import { styled } from 'styled-components';
import { font, space } from '#ui/theme.ts';
import { colour } from '#ui/tokens.ts';

/** The preview of a schedule, across the fields of its form. */
export const PreviewRoot = styled.div`
  display: flex;
  flex-direction: column;
  grid-column: 1 / -1;
  gap: ${space(2)};
`;

/** What stands in the place of a preview that is not there yet. */
export const PreviewHint = styled.p`
  grid-column: 1 / -1;
  color: ${colour.textMuted};
`;

/** A preview in one line. */
export const PreviewSum = styled.p`
  font-weight: ${font.weight.medium};
`;
