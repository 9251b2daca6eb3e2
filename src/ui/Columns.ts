import { styled } from 'styled-components';
import { space } from './theme.ts';

/** Side by side if there is room, otherwise one below the other. */
export const Columns = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 320px), 1fr));
  gap: ${space(5)};
`;
