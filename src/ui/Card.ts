import { styled } from 'styled-components';
import { elevation, radius } from './theme.ts';
import { colour } from './tokens.ts';

/** A surface of its own on the page's ground. */
export const Card = styled.div`
  background: ${colour.surface};
  border: 1px solid ${colour.border};
  border-radius: ${radius.large};
  box-shadow: ${elevation.low};

  @media print {
    box-shadow: none;
    break-inside: avoid;
  }
`;
