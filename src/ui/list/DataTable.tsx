import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { css, styled } from 'styled-components';
import { useShortcut } from '../shortcuts.ts';
import { Checkbox } from '../Checkbox.tsx';
import { coveringLink } from '../coveringLink.ts';
import { Link } from '../Link.tsx';
import { Skeleton } from '../Skeleton.tsx';
import { Table } from '../Table.ts';
import { colour, colourTransition, font, media, radius, space, visuallyHidden } from '../theme.ts';

/** One column. The first one names the record and links to it. */
export type DataColumn<Row> = {
  key: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** The content in exported files, if it differs from the cell, such as a whole id. */
  text?: (row: Row) => string;
  /** The tooltip of a shortened cell, if the cell itself is no text. */
  title?: (row: Row) => string | undefined;
  /** Hidden where the list is narrow, such as an id. */
  isMinor?: boolean;
  /** Hidden until somebody chooses it under Display. */
  isExtra?: boolean;
  /** The field by which the server sorts; columns without one cannot be sorted. */
  sortBy?: string;
};

/** Lists of so few columns are tables in narrower places than others. */
const fewColumns = 3;

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

/**
 * A list of records as a table, and as cards where the list is narrow. Text that does not fit ends in an ellipsis; the whole text
 * is in a tooltip. Arrow keys move between rows, Enter opens one.
 */
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
  const chosen = rows?.filter((row) => selection?.has(row)).length ?? 0;
  return (
    <Area>
      <Grid
        aria-busy={!rows || isBusy}
        data-compact={isCompact || undefined}
        data-few={columns.length <= fewColumns || undefined}
        $tracks={tracksOf(columns, selection !== undefined)}
        $majorTracks={tracksOf(
          columns.filter(({ isMinor }) => !isMinor),
          selection !== undefined,
        )}
      >
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
              <Head key={column.key} column={column} ordering={ordering} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody ref={body} onPointerMove={showWholeText}>
          {rows
            ? rows.map((row) => <DataRow key={row.id} row={row} columns={columns} href={href} selection={selection} />)
            : Array.from({ length: expected }, (_, at) => (
                <ExpectedRow key={at} at={at} columns={columns} hasBox={selection !== undefined} />
              ))}
        </tbody>
      </Grid>
    </Area>
  );
}

type DataRowProps<Row extends { id: string | number }> = Pick<DataTableProps<Row>, 'columns' | 'href' | 'selection'> & {
  row: Row;
};

function DataRow<Row extends { id: string | number }>({ row, columns, href, selection }: DataRowProps<Row>) {
  return (
    <tr data-selected={selection?.has(row) || undefined}>
      {selection && (
        <BoxCell>
          <Checkbox
            label={selection.labelOf(row)}
            isSelected={selection.has(row)}
            onChange={(isSelected) => selection.toggle([row], isSelected)}
          />
        </BoxCell>
      )}
      {columns.map(({ key, label, cell, title: titleOf, isMinor }, at) => {
        const content = cell(row);
        const title = titleOf?.(row) ?? (typeof content === 'string' ? content : undefined);
        return at === 0 ? (
          <th key={key} scope="row" title={title}>
            {href ? (
              <RowLink to={href(row)} onKeyDown={goToNeighbour} data-row-link>
                {content}
              </RowLink>
            ) : (
              content
            )}
          </th>
        ) : (
          <td key={key} title={title} data-label={label} data-empty={content === '–' || undefined} data-minor={isMinor}>
            {content}
          </td>
        );
      })}
    </tr>
  );
}

type ExpectedRowProps<Row> = { at: number; columns: readonly DataColumn<Row>[]; hasBox: boolean };

/** Keeps the place of a row that is loading. */
function ExpectedRow<Row>({ at: row, columns, hasBox }: ExpectedRowProps<Row>) {
  return (
    <tr>
      {hasBox && <BoxCell />}
      {columns.map(({ key, isMinor }, at) => (
        <td key={key} data-minor={isMinor}>
          <Skeleton width={`${[144, 96, 120, 88][(row + at) % 4]}px`} />
        </td>
      ))}
    </tr>
  );
}

function Head<Row>({
  column: { label, sortBy, isMinor },
  ordering,
  onSort,
}: {
  column: DataColumn<Row>;
  ordering?: string;
  onSort: ((ordering: string) => void) | undefined;
}) {
  if (!sortBy)
    return (
      <th scope="col" data-minor={isMinor}>
        {label}
      </th>
    );
  const isDown = ordering === `-${sortBy}`;
  const isUp = ordering === sortBy;
  const Icon = isUp ? ArrowUp : isDown ? ArrowDown : ChevronsUpDown;
  return (
    <th scope="col" data-minor={isMinor} aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}>
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

/**
 * Grid tracks that are as wide as their content and shrink to the minimum width of their cells. They share the rest of the row, which few
 * columns leave empty: their values would be far apart.
 */
function tracksOf(columns: readonly unknown[], hasBox: boolean): string {
  const box = hasBox ? 'max-content ' : '';
  return columns.length > fewColumns
    ? `${box}repeat(${columns.length}, auto)`
    : `${box}repeat(${columns.length}, minmax(auto, max-content)) minmax(0, 1fr)`;
}

/** Shows the whole text of a shortened cell. The row's link covers all cells, so the tooltip has to be that of the link. */
function showWholeText({ clientX, clientY, target }: PointerEvent): void {
  const link = target instanceof Element && target.closest<HTMLElement>('[data-row-link]');
  if (!link) return;
  const cells = [...(link.closest('tr')?.querySelectorAll<HTMLElement>(':is(th, td)[title]') ?? [])];
  const cell = cells.find((candidate) => {
    const { left, right, top, bottom } = candidate.getBoundingClientRect();
    return left <= clientX && clientX < right && top <= clientY && clientY < bottom;
  });
  const title = cell && cell.scrollWidth > cell.clientWidth ? cell.title : '';
  if (link.title !== title) link.title = title;
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

const Area = styled.div`
  container: list / inline-size;

  /* Text that the reader spaces widely may need more room than the page has. */
  @media screen {
    overflow-x: auto;
  }
`;

const BoxHead = styled.td``;

const BoxCell = styled.td`
  position: relative;
  z-index: 1;
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

  @media print {
    min-block-size: 0;
    margin: 0;
    padding: 0;
    text-align: inherit;

    & > svg {
      display: none;
    }
  }
`;

const RowLink = styled(Link)`
  ${coveringLink('-2px', '0')}
  color: ${colour.text};
`;

const cards = css`
  & {
    display: block;
  }

  & > tbody,
  & > thead {
    display: block;
  }

  /* The cells of a card have labels, and the menu of the view sorts. */
  & > thead > tr > th {
    display: none;
  }

  & > thead > tr {
    display: block;
  }

  & > thead > tr > td {
    display: block;
    inline-size: auto;
    block-size: auto;
    min-block-size: 0;
    padding: 0 ${space(1)};
    text-align: end;
  }

  /* Without columns the box that selects all needs its words. */
  & > thead > tr > td > label {
    display: inline-flex;
    flex-direction: row-reverse;
    gap: ${space(3)};
    inline-size: auto;
    block-size: auto;
    min-block-size: 44px;
    padding-inline: ${space(3)};

    & > span {
      display: inline;
    }
  }

  & > tbody > tr {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    gap: ${space(1.5)} ${space(5)};
    padding: ${space(3)};
  }

  & > tbody > tr > :is(th, td),
  &[data-compact] > tbody > tr > :is(th, td) {
    min-block-size: 0;
    min-inline-size: 0;
    max-inline-size: 100%;
    padding: 0;
  }

  /* A cell that is wider than its card, as with large text, wraps. */
  & > tbody > tr > td:not([title]) {
    white-space: normal;
    overflow-wrap: anywhere;
  }

  & > tbody > tr > th {
    flex: 1 0 calc(100% - ${space(14)});
    max-inline-size: calc(100% - ${space(14)});
    min-block-size: ${space(7)};
  }

  & > tbody > tr > th:first-child {
    max-inline-size: 100%;
  }

  /* The target is at least 24 px high (WCAG 2.5.8). */
  & > tbody > tr > th > a {
    padding-block: ${space(1)};
  }

  & > tbody > tr > ${BoxCell} {
    order: 1;
    inline-size: auto;
    margin: ${space(-2)} ${space(-2)} ${space(-2)} auto;
    padding: 0;
  }

  & > tbody > tr > th ~ td {
    order: 2;
    font-size: ${font.size.compact};
  }

  /* Cards need no alignment, so empty cells are hidden. */
  & > tbody > tr > td[data-empty] {
    display: none;
  }

  & > tbody > tr > td[data-label]::before {
    content: attr(data-label);
    display: block;
    color: ${colour.textMuted};
    font-size: ${font.size.small};
  }
`;

/** The rows share the tracks of the table. */
const Grid = styled(Table)<{ $tracks: string; $majorTracks: string }>`
  display: grid;
  grid-template-columns: ${({ $tracks }) => $tracks};

  & > caption {
    ${visuallyHidden}
  }

  & > :is(thead, tbody),
  & > :is(thead, tbody) > tr {
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: subgrid;
    align-items: center;
  }

  & > tbody > tr {
    position: relative;
    border-block-start: 1px solid ${colour.border};
    ${colourTransition}

    &:hover {
      background: ${colour.hover};
    }

    &[data-selected] {
      background: ${colour.selected};
    }
  }

  & > :is(thead, tbody) > tr > :is(th, td) {
    display: block;
    min-block-size: 36px;
    block-size: auto;
    align-content: center;
    border: 0;
    white-space: nowrap;
    overflow-wrap: normal;
  }

  & > tbody > tr > :is(th, td) {
    max-inline-size: 420px;
    min-block-size: 40px;

    ${media.touch} {
      min-block-size: 44px;
    }

    &[title] {
      min-inline-size: 112px;
      overflow: hidden;
      text-overflow: ellipsis;
    }
  }

  & > tbody > tr > th {
    font-weight: ${font.weight.medium};
  }

  & ${BoxHead}, & ${BoxCell} {
    inline-size: 44px;
    padding-inline: ${space(2)} 0;
  }

  &[data-compact] > tbody > tr > :is(th, td) {
    min-block-size: 34px;
    padding-block: ${space(0.5)};
  }

  @media screen {
    &[aria-busy='true'] > tbody {
      opacity: 0.6;
    }
  }

  @media screen {
    @container list (width < 1120px) {
      & {
        grid-template-columns: ${({ $majorTracks }) => $majorTracks};
      }

      & > * > tr > [data-minor] {
        display: none;
      }
    }

    @container list (width < 900px) {
      &:not([data-few]) {
        ${cards}
      }
    }

    @container list (width < 560px) {
      &[data-few] {
        ${cards}
      }
    }
  }

  /* A table again: browsers repeat the head of a table on each sheet, not that of a grid. */
  @media print {
    display: table;
    font-size: 9pt;

    /* A date with hyphens would break after one of them. */
    & time {
      white-space: nowrap;
    }

    & > thead {
      display: table-header-group;
    }

    & > tbody {
      display: table-row-group;
    }

    & > :is(thead, tbody) > tr {
      display: table-row;
    }

    & > :is(thead, tbody) > tr > :is(th, td) {
      display: table-cell;
      min-inline-size: 0;
      max-inline-size: none;
      min-block-size: 0;
      overflow: visible;
      white-space: normal;
    }

    & ${BoxHead}, & ${BoxCell} {
      display: none;
    }

    & :is(th, td) {
      block-size: auto;
      padding: 4px 6px;
    }

    & > thead th {
      font-size: 8.5pt;
      white-space: normal;
    }

    & > tbody > tr {
      break-inside: avoid;
    }
  }
`;
