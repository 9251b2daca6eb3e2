import { css } from 'styled-components';
import { colour, colourTransition, font } from './theme.ts';

/** The style of a link in a text. */
export const linkStyle = css`
  color: ${colour.accentText};
  font-weight: ${font.weight.medium};
  text-decoration: underline;
  text-decoration-color: color-mix(in srgb, currentColor 35%, transparent);
  text-underline-offset: 3px;
  border-radius: 2px;
  ${colourTransition}

  &:hover {
    text-decoration-color: currentColor;
  }
`;
