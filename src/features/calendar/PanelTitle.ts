import { styled } from 'styled-components';
import { font } from '#ui/theme.ts';

/** The title of what is open at the side of the calendar. */
export const PanelTitle = styled.h2`
  font-size: ${font.size.lead};
  overflow-wrap: anywhere;
`;
