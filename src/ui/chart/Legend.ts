import { styled } from 'styled-components';
import { font, space } from '../theme.ts';
import { colour } from '../tokens.ts';

/** What each series of a chart is: a list of a `Swatch` and its name each. */
export const Legend = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)} ${space(5)};
  color: ${colour.textMuted};
  font-size: ${font.size.compact};

  & > li {
    display: flex;
    align-items: center;
    gap: ${space(2)};
  }
`;
