import { styled } from 'styled-components';
import { colour, font, space } from '#ui/theme.ts';

/** The preview of a schedule, across all columns of its form. */
export const PreviewRoot = styled.div`
  display: flex;
  flex-direction: column;
  grid-column: 1 / -1;
  gap: ${space(2)};
`;

/** Replaces a preview that is not there yet. */
export const PreviewHint = styled.p`
  grid-column: 1 / -1;
  color: ${colour.textMuted};
`;

/** The summary of a preview. */
export const PreviewSum = styled.p`
  font-weight: ${font.weight.medium};
`;
