import { styled } from 'styled-components';
import { visuallyHidden } from './theme.ts';

/** Text that only screen readers present. */
export const Hidden = styled.span`
  ${visuallyHidden}
`;
