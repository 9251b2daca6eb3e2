import { styled } from 'styled-components';
import { space } from './theme.ts';

/** Acts beside each other, below each other where there is no room. */
export const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
`;
