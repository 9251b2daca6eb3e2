import type { ColumnKind } from '../../contract/figures.ts';
import type { Column, Table } from './document.ts';

/** The longest texts that a column of a kind usually has; a moment may break between its day and its time. */
const samples: Partial<Record<ColumnKind, string>> = {
  day: '00-00-0000',
  time: '00:00',
  moment: '00-00-0000',
  count: '000.000',
  decimal: '0,00',
  percent: '100,0',
  seconds: '00000:00',
};

/** Words beyond this length may break: they are web addresses and the like. */
const longestWord = 30;

/** The room of free text, which has no known words: words of this length stay whole. */
const ofFreeText = 'n'.repeat(16);

/** The share of the remaining width that a column gets. */
function weightOf({ key, kind }: Column): number {
  if (key === 'note') return 8;
  return kind === 'text' ? 2 : 1;
}

/** The words of a column that must not break, in its heading and in its cells. */
export function unbreakableWords(column: Column, longest: Table['longest']): { head: string[]; cells: string[] } {
  const cells = [
    samples[column.kind] ?? '',
    ...(longest[column.key] ?? []),
    ...(column.key === 'note' ? [ofFreeText] : []),
  ];
  return { head: column.label.split(' '), cells: cells.map((word) => word.slice(0, longestWord)) };
}

/** The size of the letters of a table, the width of each column, and the place of its sheet among the given ones. */
export type Layout = { size: number; widths: number[]; sheet: number };

/** The sizes of letters in tables: smaller ones are hard to read. */
const sizes = [9, 8.5, 8] as const;

/**
 * Lays out the columns of a table on the smallest sheet and in the largest size in which no word breaks; on the largest sheet in the smallest
 * size if words break even there. All measures are in points.
 *
 * @param options.widthOf the width of a word in a size
 */
export function layOutColumns(
  { columns, longest }: Pick<Table, 'columns' | 'longest'>,
  {
    rooms,
    padding,
    widthOf,
  }: {
    /** The width of the table on each sheet, the smallest first. */
    rooms: readonly number[];
    /** The padding of a cell on each side. */
    padding: number;
    widthOf: (word: string, size: number, isHead: boolean) => number;
  },
): Layout {
  const neededIn = (size: number) =>
    columns.map((column) => {
      const { head, cells } = unbreakableWords(column, longest);
      const widths = [
        ...head.map((word) => widthOf(word, size, true)),
        ...cells.map((word) => widthOf(word, size, false)),
      ];
      // A little more than the word, as programs round.
      return Math.max(...widths) + 2 * padding + 0.5;
    });
  const needs = sizes.map((size) => {
    const needed = neededIn(size);
    return { size, needed, sum: needed.reduce((total, width) => total + width, 0) };
  });
  let layout: Layout = { size: 0, widths: [], sheet: 0 };
  for (const [sheet, room] of rooms.entries())
    for (const { size, needed, sum } of needs) {
      if (sum <= room) {
        const weights = columns.map(weightOf);
        const weight = weights.reduce((total, value) => total + value, 0);
        const widths = needed.map((width, at) => width + ((room - sum) * (weights[at] ?? 0)) / weight);
        return { size, widths, sheet };
      }
      layout = { size, widths: needed.map((width) => (width / sum) * room), sheet };
    }
  return layout;
}
