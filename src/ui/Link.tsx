import { styled } from 'styled-components';
import { Link as RouterLink } from '#lib/router.ts';
import { linkStyle } from './linkStyle.ts';

/** An internal link. */
export const Link = styled(RouterLink)`
  ${linkStyle}
`;
