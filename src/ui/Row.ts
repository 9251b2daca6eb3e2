import { styled } from 'styled-components';
import { space } from './theme.ts';

/** Buttons side by side; they wrap if there is no room. */
export const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};
`;
