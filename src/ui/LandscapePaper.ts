import { createGlobalStyle } from 'styled-components';

/** Prints the page on landscape paper of the reader's size. */
export const LandscapePaper = createGlobalStyle`
  @page {
    size: landscape;
  }
`;
