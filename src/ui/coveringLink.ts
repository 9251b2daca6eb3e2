import { css } from 'styled-components';
import { colour } from './theme.ts';

/**
 * A link that covers its positioned ancestor, so that people can press anywhere in it. The focus ring is drawn around the
 * ancestor, `ring` away from its edge, with the radius `corners`.
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
