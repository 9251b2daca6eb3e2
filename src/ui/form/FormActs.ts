import { styled } from 'styled-components';
import { space } from '../theme.ts';

/** The buttons of a form in a dialog, the primary one last. */
export const FormActs = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${space(2)};
`;
