import { styled } from 'styled-components';
import { Table } from '#ui/Table.ts';
import { space } from '#ui/theme.ts';

/** A table with many columns: its headings wrap, too. */
export const WideTable = styled(Table)`
  & :is(th, td) {
    padding-inline: ${space(2)};
    overflow-wrap: anywhere;
  }

  & thead th {
    white-space: normal;
  }
`;
