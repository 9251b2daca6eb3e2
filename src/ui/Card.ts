import { styled } from 'styled-components';
import { colour, elevation, radius } from './theme.ts';

/** A raised surface on the page background. */
export const Card = styled.div`
  background: ${colour.surface};
  border: 1px solid ${colour.border};
  border-radius: ${radius.large};
  box-shadow: ${elevation.low};

  @media print {
    box-shadow: none;
  }
`;
