import { styled } from 'styled-components';
import { colour, font, media, space } from './theme.ts';

/** A small `<table>` with text and numbers; its head is in `<thead>`. */
export const Table = styled.table`
  inline-size: 100%;
  border-collapse: collapse;

  & :is(th, td) {
    block-size: 44px;
    padding: ${space(2)} ${space(4)};
    text-align: inherit;
    vertical-align: middle;
  }

  ${media.phone} {
    & :is(th, td) {
      padding-inline: ${space(2)};
    }
  }

  & td {
    font-variant-numeric: tabular-nums;
  }

  /* Tabular numbers would widen the hyphens of dates, which are aligned without them. */
  & time {
    font-variant-numeric: normal;
  }

  & thead th {
    block-size: 40px;
    color: ${colour.textMuted};
    font-size: ${font.size.compact};
    font-weight: ${font.weight.medium};
    white-space: nowrap;
  }

  ${media.phone} {
    & :is(th, td),
    & thead th {
      white-space: normal;
      overflow-wrap: anywhere;
    }
  }

  & tbody :is(th, td) {
    border-block-start: 1px solid ${colour.border};
    font-weight: ${font.weight.regular};
  }
`;
