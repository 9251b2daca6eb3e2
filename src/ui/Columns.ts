import { styled } from 'styled-components';
import { space } from './theme.ts';

/** Parts of a page beside each other where there is room, below each other where there is none. */
export const Columns = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 320px), 1fr));
  gap: ${space(5)};
`;
