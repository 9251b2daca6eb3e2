import { styled } from 'styled-components';
import { colour, media, space } from './theme.ts';

/** A list of names and values in two columns. */
export const Facts = styled.dl`
  display: grid;
  grid-template-columns: max-content minmax(0, 1fr);
  gap: ${space(1.5)} ${space(6)};

  & > dt {
    color: ${colour.textMuted};
    overflow-wrap: anywhere;
  }

  & > dd {
    margin: 0;
    overflow-wrap: anywhere;
  }

  /* Links below each other are targets of at least 24 px (WCAG 2.5.8). */
  & > dd a {
    padding-block: ${space(1)};
  }

  ${media.phone} {
    grid-template-columns: fit-content(45%) minmax(0, 1fr);
    column-gap: ${space(4)};
  }

  /* Below this width each value is placed under its name. */
  @media (max-width: 359.98px) {
    grid-template-columns: minmax(0, 1fr);
    row-gap: 0;

    & > dd + dt {
      margin-block-start: ${space(3)};
    }
  }
`;
