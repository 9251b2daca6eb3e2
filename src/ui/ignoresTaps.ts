import { css, keyframes } from 'styled-components';

const nothing = keyframes`
  from, to {
    pointer-events: none;
  }
`;

/** Ignores taps for 400 ms after it appears, so that the second tap of a double tap presses nothing in it. */
export const ignoresTaps = css`
  animation: ${nothing} 400ms;
`;
