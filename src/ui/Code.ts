import { styled } from 'styled-components';
import { colour, font } from './theme.ts';

/** An id or another technical name. */
export const Code = styled.span`
  color: ${colour.textMuted};
  font-family: ${font.mono};
  font-size: ${font.size.small};
  overflow-wrap: anywhere;
`;
