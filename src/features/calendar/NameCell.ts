import { styled } from 'styled-components';
import { colour, font, space } from '#ui/theme.ts';
import { nameWidth, scrolledAside } from './measures.ts';

/** The cell with a lane's name; covers the content scrolled under it. */
export const NameCell = styled.div`
  display: flex;
  align-items: center;
  flex: 0 0 ${nameWidth}px;
  padding: ${space(1)} ${space(3)};
  border-inline-end: 1px solid ${colour.border};
  background: ${colour.surface};
  font-weight: ${font.weight.medium};

  ${scrolledAside} {
    position: sticky;
    inset-inline-start: 0;
    z-index: 4;
  }
`;
