import { styled } from 'styled-components';
import { space } from './theme.ts';
import { colour } from './tokens.ts';

/** What is known of something: a name and a value in each row. */
export const Facts = styled.dl`
  display: grid;
  grid-template-columns: max-content minmax(0, 1fr);
  gap: ${space(1.5)} ${space(6)};

  & > dt {
    color: ${colour.textMuted};
  }

  & > dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
`;
