import { styled } from 'styled-components';
import { Table } from './Table.ts';
import { colour, font, media, space, visuallyHidden } from './theme.ts';

/**
 * A table with many columns: its headings wrap between words, and on phones each row is a card. The first cell of a row is its
 * heading; the others repeat the heading of their column in `data-label`.
 */
export const WideTable = styled(Table)`
  & :is(th, td) {
    padding-inline: ${space(2)};
  }

  & td {
    overflow-wrap: anywhere;
  }

  & thead th {
    white-space: normal;
  }

  ${media.phone} {
    &,
    & caption,
    & tbody {
      display: block;
    }

    & thead {
      ${visuallyHidden}
    }

    & tbody tr {
      display: grid;
      gap: ${space(1)};
      padding-block: ${space(3)};
      border-block-start: 1px solid ${colour.border};
    }

    & tbody :is(th, td) {
      block-size: auto;
      padding: 0;
      border: 0;
    }

    & tbody th {
      font-weight: ${font.weight.medium};
    }

    & td[data-label]::before {
      content: attr(data-label);
      display: block;
      color: ${colour.textMuted};
      font-size: ${font.size.small};
    }
  }
`;
