import { styled } from 'styled-components';
import { colour, font, space } from '../theme.ts';

/** The legend of a chart: a list of `Swatch` and name per series. */
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
