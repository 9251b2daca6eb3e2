import { css } from 'styled-components';
import { colour } from './tokens.ts';

/**
 * A link that covers what it stands in, so that one can press anywhere there; what it stands in is `position: relative`. The focus
 * is drawn around all of it, `ring` away from its edge, with corners of `corners`.
 */
export const coveringLink = (ring: string, corners: string) => css`
  color: inherit;
  text-decoration: none;

  &::after {
    content: '';
    position: absolute;
    inset: 0;
    border-radius: ${corners};
  }

  &:focus-visible {
    outline: none;

    &::after {
      outline: 2px solid ${colour.focus};
      outline-offset: ${ring};
    }
  }

  @media print {
    &::after {
      content: none;
    }
  }
`;
