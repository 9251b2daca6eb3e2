import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { styled } from 'styled-components';
import { useShortcut } from '../shortcuts.ts';
import { Checkbox } from '../Checkbox.tsx';
import { coveringLink } from '../coveringLink.ts';
import { Link } from '../Link.tsx';
import { Skeleton } from '../Skeleton.tsx';
import { Table } from '../Table.ts';
import { colourTransition, font, media, radius, space, visuallyHidden } from '../theme.ts';
import { colour } from '../tokens.ts';
import { useMedia } from '../useMedia.ts';

/** One column. The first one names the record and links to it. */
export type DataColumn<Row> = {
  key: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** The content in exported files, if it differs from the cell, such as a whole id. */
  text?: (row: Row) => string;
  /** The field by which the server sorts; columns without one cannot be sorted. */
  sortBy?: string;
};

/** The selected rows, and how to select. */
export type Selection<Row> = {
  has: (row: Row) => boolean;
  toggle: (rows: Row[], isSelected: boolean) => void;
  /** The accessible names of the checkboxes. */
  allLabel: string;
  labelOf: (row: Row) => string;
};

export type DataTableProps<Row extends { id: string | number }> = {
  /** The accessible name of the table. */
  label: string;
  columns: DataColumn<Row>[];
  /** Undefined while loading. */
  rows: Row[] | undefined;
  /** The number of placeholder rows while loading. */
  expected: number;
  href?: (row: Row) => string;
  /** `key`, or `-key` for descending order. */
  ordering?: string;
  onSort?: (ordering: string) => void;
  selection?: Selection<Row>;
  isCompact?: boolean;
  /** Whether the rows are being refetched. */
  isBusy?: boolean;
};

/** A list of records as a table, and as cards on a phone. Arrow keys move between rows, Enter opens one. */
export function DataTable<Row extends { id: string | number }>({
  label,
  columns,
  rows,
  expected,
  href,
  ordering,
  onSort,
  selection,
  isCompact = false,
  isBusy = false,
}: DataTableProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  useShortcut('j', () => goToRow(body.current, 1));
  useShortcut('k', () => goToRow(body.current, -1));
  // Cards have no visible heads to press: the menu of the view sorts.
  const isPhone = useMedia(media.phone.replace('@media ', ''));
  const chosen = rows?.filter((row) => selection?.has(row)).length ?? 0;
  return (
    <Scroller>
      <Grid aria-busy={!rows || isBusy} data-compact={isCompact || undefined}>
        <caption>{label}</caption>
        <thead>
          <tr>
            {selection && (
              <BoxHead>
                <Checkbox
                  isLabelled
                  label={selection.allLabel}
                  isSelected={chosen > 0 && chosen === rows?.length}
                  isIndeterminate={chosen > 0 && chosen !== rows?.length}
                  onChange={(isSelected) => selection.toggle(rows ?? [], isSelected)}
                />
              </BoxHead>
            )}
            {columns.map((column) => (
              <Head key={column.key} column={column} ordering={ordering} onSort={isPhone ? undefined : onSort} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows
            ? rows.map((row) => (
                <tr key={row.id} data-selected={selection?.has(row) || undefined}>
                  {selection && (
                    <BoxCell>
                      <Checkbox
                        label={selection.labelOf(row)}
                        isSelected={selection.has(row)}
                        onChange={(isSelected) => selection.toggle([row], isSelected)}
                      />
                    </BoxCell>
                  )}
                  {columns.map(({ key, label: name, cell }, at) => {
                    const content = cell(row);
                    return at === 0 ? (
                      <th key={key} scope="row">
                        {href ? (
                          <RowLink to={href(row)} onKeyDown={goToNeighbour} data-row-link>
                            {content}
                          </RowLink>
                        ) : (
                          content
                        )}
                      </th>
                    ) : (
                      <td key={key} data-label={name} data-empty={content === '–' || undefined}>
                        {content}
                      </td>
                    );
                  })}
                </tr>
              ))
            : Array.from({ length: expected }, (_, row) => (
                <tr key={row}>
                  {selection && <BoxCell />}
                  {columns.map(({ key }, at) => (
                    <td key={key}>
                      <Skeleton width={`${[64, 40, 52, 36][(row + at) % 4]}%`} />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </Grid>
    </Scroller>
  );
}

function Head<Row>({
  column: { label, sortBy },
  ordering,
  onSort,
}: {
  column: DataColumn<Row>;
  ordering?: string;
  onSort: ((ordering: string) => void) | undefined;
}) {
  if (!sortBy) return <th scope="col">{label}</th>;
  const isDown = ordering === `-${sortBy}`;
  const isUp = ordering === sortBy;
  const Icon = isUp ? ArrowUp : isDown ? ArrowDown : ChevronsUpDown;
  return (
    <th scope="col" aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}>
      {onSort ? (
        <SortButton
          type="button"
          data-active={isUp || isDown || undefined}
          onClick={() => onSort(isUp ? `-${sortBy}` : sortBy)}
        >
          {label}
          <Icon size={14} aria-hidden />
        </SortButton>
      ) : (
        label
      )}
    </th>
  );
}

/** Focuses the link of the next or previous row; of the first row if none has the focus. */
function goToRow(body: HTMLElement | null, step: 1 | -1): void {
  const links = [...(body?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
  const at = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement));
  (at === -1 ? links[0] : links[at + step])?.focus();
}

function goToNeighbour(event: KeyboardEvent<HTMLElement>): void {
  const row = event.currentTarget.closest('tr');
  const next = event.key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling;
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  next?.querySelector<HTMLElement>('[data-row-link]')?.focus();
}

const Scroller = styled.div`
  overflow-x: auto;

  @media print {
    overflow: visible;
  }
`;

const BoxHead = styled.td`
  inline-size: 44px;
`;

const BoxCell = styled.td`
  position: relative;
  z-index: 1;
  inline-size: 44px;
`;

const SortButton = styled.button`
  display: inline-flex;
  align-items: center;
  gap: ${space(1)};
  min-block-size: 28px;
  margin-inline-start: ${space(-1.5)};
  padding: 0 ${space(1.5)};
  border: 0;
  border-radius: ${radius.small};
  background: none;
  color: inherit;
  font-weight: inherit;
  cursor: pointer;
  ${colourTransition}

  &:hover,
  &[data-active] {
    color: ${colour.text};
  }

  &:hover {
    background: ${colour.hover};
  }

  & > svg {
    opacity: 0.5;
  }

  &[data-active] > svg {
    opacity: 1;
  }
`;

const RowLink = styled(Link)`
  ${coveringLink('-2px', '0')}
  color: ${colour.text};
  overflow-wrap: anywhere;
`;

const Grid = styled(Table)`
  & > caption {
    ${visuallyHidden}
  }

  & > tbody > tr {
    position: relative;
    ${colourTransition}

    &:hover {
      background: ${colour.hover};
    }

    &[data-selected] {
      background: ${colour.selected};
    }
  }

  & > tbody th {
    font-weight: ${font.weight.medium};
  }

  & time,
  & bdi[dir='ltr'] {
    white-space: nowrap;
  }

  & ${BoxHead}, & ${BoxCell} {
    padding-inline: ${space(2)} 0;
  }

  &[data-compact] > tbody :is(th, td) {
    block-size: 34px;
    padding-block: ${space(0.5)};
  }

  &[aria-busy='true'] > tbody {
    opacity: 0.6;
  }

  ${media.phone} {
    &,
    & > tbody,
    & > thead {
      display: block;
    }

    & > thead > tr > th {
      ${visuallyHidden}
      block-size: 1px;
      padding: 0;
    }

    & > thead > tr {
      display: block;
    }

    & > thead > tr > td {
      display: block;
      inline-size: auto;
      block-size: auto;
      padding: 0 ${space(1)};
      text-align: end;
    }

    [dir='rtl'] & > thead > tr > td {
      text-align: left;
    }

    & > tbody > tr {
      display: flex;
      flex-wrap: wrap;
      gap: ${space(0.5)} ${space(3)};
      padding: ${space(3)};
      border-block-start: 1px solid ${colour.border};
    }

    & > tbody :is(th, td),
    &[data-compact] > tbody :is(th, td) {
      display: flex;
      align-items: center;
      gap: ${space(1.5)};
      block-size: auto;
      min-inline-size: 0;
      padding: 0;
      border: 0;
    }

    & > tbody th {
      flex: 1 0 calc(100% - ${space(14)});
      min-block-size: ${space(7)};
    }

    & > tbody ${BoxCell} {
      order: 1;
      inline-size: auto;
      margin: ${space(-2)} ${space(-2)} ${space(-2)} auto;
    }

    & > tbody th ~ td {
      order: 2;
      font-size: ${font.size.compact};
    }

    /* Cards need no alignment, so empty cells are hidden. */
    & > tbody td[data-empty] {
      display: none;
    }

    & > tbody td[data-label]::before {
      content: attr(data-label);
      color: ${colour.textMuted};
      overflow-wrap: normal;
    }
  }

  @media print {
    & ${BoxHead}, & ${BoxCell} {
      display: none;
    }
  }
`;
