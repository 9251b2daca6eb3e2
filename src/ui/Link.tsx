import { styled } from 'styled-components';
import { Link as RouterLink } from '#lib/router.ts';
import { colourTransition, font } from './theme.ts';
import { colour } from './tokens.ts';

/** An internal link. */
export const Link = styled(RouterLink)`
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
