import { styled } from 'styled-components';
import { space } from './theme.ts';

/** Parts of a page below each other. */
export const Stack = styled.div<{ $gap?: number }>`
  display: flex;
  flex-direction: column;
  gap: ${({ $gap = 5 }) => space($gap)};
  min-inline-size: 0;
`;
