import { createGlobalStyle } from 'styled-components';
import { media } from './theme.ts';

/** Makes room for a bar at the bottom of the window, while it is mounted: focused elements are scrolled above it. */
export const FootInset = createGlobalStyle`
  :root {
    --foot-inset: 72px;

    ${media.phone} {
      --foot-inset: 120px;
    }

    ${media.low} {
      --foot-inset: 0px;
    }
  }
`;
