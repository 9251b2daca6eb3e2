import { styled } from 'styled-components';
import { space } from './theme.ts';

/** Sections one below the other. */
export const Stack = styled.div<{ $gap?: number }>`
  display: flex;
  flex-direction: column;
  gap: ${({ $gap = 5 }) => space($gap)};
  min-inline-size: 0;
`;
