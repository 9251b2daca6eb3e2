import { styled } from 'styled-components';
import { visuallyHidden } from './theme.ts';

/** What only assistive technology sees. */
export const Hidden = styled.span`
  ${visuallyHidden}
`;
