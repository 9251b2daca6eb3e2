import { isNumeric } from '../cells.ts';
import type { Layout } from '../columns.ts';
import type { Column } from '../document.ts';
import { margin, type Paper } from './paper.ts';
import type { Face } from './typesetter.ts';

/** The space around the text of a cell, in points. */
export const padding = 2;

/**
 * The rows whose cells have tags of their own, so that screen readers name the column of each. The tag of a cell takes a hundred bytes, which
 * would make the longest files six times as large: later rows have one tag per page, in reading order.
 */
const taggedRows = 3000;

/** Columns whose words hardly repeat. */
const variedColumns: ReadonlySet<string> = new Set(['customer', 'id', 'note']);

/** A column from `x` on, in points from the left edge. */
type Place = { x: number; width: number; isEnd: boolean; isVaried: boolean };

function placesOf(columns: readonly Column[], { widths }: Layout): Place[] {
  let left: number = margin;
  return columns.map((column, index) => {
    const width = widths[index] ?? 0;
    left += width;
    return { x: left - width, width, isEnd: isNumeric(column.kind), isVaried: variedColumns.has(column.key) };
  });
}

/** Puts a cell into the tag of its column. */
type Mark = (index: number, drawCell: () => void) => void;

/** The tags of a row: `wrap` is called for the cells that stand on one page, and `mark` for each of them. */
type RowTags = { wrap: (drawAll: () => void) => void; mark: Mark; end: () => void };

/** Tags the rows of a table. Returns how to begin the next one. */
function createRowTags(paper: Paper, table: PDFKit.PDFStructureElement, columns: readonly Column[]): () => RowTags {
  const { tags } = paper;
  let count = 0;
  /** The rows of one page, in their own part of the table, so that each part can be released. */
  let part: { page: number; element: PDFKit.PDFStructureElement } | null = null;
  const partOf = (type: 'TBody' | 'P'): PDFKit.PDFStructureElement => {
    if (part?.page !== paper.page) {
      part?.element.end();
      part = { page: paper.page, element: tags.within(type === 'TBody' ? table : tags.root, type) };
    }
    return part.element;
  };
  return () => {
    count += 1;
    if (count > taggedRows)
      return {
        wrap: (drawAll) => void partOf('P').add(drawAll),
        mark: (_, drawCell) => drawCell(),
        end: () => undefined,
      };
    const row = tags.within(partOf('TBody'), 'TR');
    const cells = columns.map(() => tags.within(row, 'TD'));
    return {
      wrap: (drawAll) => drawAll(),
      mark: (index, drawCell) => cells[index]?.add(drawCell),
      end: () => row.end(),
    };
  };
}

/** Lays out and draws the cells of rows. */
function createCells(paper: Paper, columns: readonly Column[], layout: Layout) {
  const { size } = layout;
  const { typesetter } = paper;
  const places = placesOf(columns, layout);
  const lineHeight = size * 1.4;
  const heightOf = (cells: string[][]) => Math.max(1, ...cells.map(({ length }) => length)) * lineHeight + 2 * padding;
  return {
    heightOf,
    /** How many lines of a cell there is space for on the page, at least one. */
    linesThatFit: () => Math.max(1, Math.floor((paper.bottom - paper.y - 2 * padding) / lineHeight)),
    /** The lines of each cell. */
    set: (texts: string[], face: Face) =>
      texts.map((text, index) => typesetter.linesOf(text, (places[index]?.width ?? 0) - 2 * padding, face, size)),
    draw: (cells: string[][], { face, colour, mark }: { face: Face; colour: string; mark: Mark }) => {
      for (const [index, lines] of cells.entries()) {
        if (lines.length === 0) continue;
        const { x = 0, width = 0, isEnd = false, isVaried = false } = places[index] ?? {};
        mark(index, () => {
          for (const [number, line] of lines.entries()) {
            const from = isEnd ? x + width - padding - typesetter.widthOf(line.trimEnd(), face, size) : x + padding;
            paper.draw(line, from, paper.y + padding + number * lineHeight, { face, points: size, colour, isVaried });
          }
        });
      }
      paper.y += heightOf(cells);
    },
  };
}

/** Draws the heading of a table, with space for a row below it. Returns how to draw the next row. */
export function beginTable(paper: Paper, columns: readonly Column[], layout: Layout): (texts: string[]) => void {
  const { pdf, tags, colours, room, bottom } = paper;
  const cellsOf = createCells(paper, columns, layout);
  const head = cellsOf.set(
    columns.map(({ label }) => label),
    'bold',
  );
  const drawHead = (mark: Mark) => {
    tags.decorate('Layout', () => pdf.rect(margin, paper.y, room, cellsOf.heightOf(head)).fill(colours.accent));
    cellsOf.draw(head, { face: 'bold', colour: colours.onAccent, mark });
  };
  const turnPage = () => {
    paper.addPage();
    drawHead((_, drawCell) => tags.decorate('Pagination', drawCell));
  };

  paper.y += 14;
  if (paper.y + cellsOf.heightOf(head) + 40 > bottom) paper.addPage();
  const table = tags.within(tags.root, 'Table');
  const headRow = tags.within(tags.within(table, 'THead'), 'TR');
  const headCells = columns.map(() => tags.within(headRow, 'TH', { scope: 'Column' }));
  drawHead((index, drawCell) => headCells[index]?.add(drawCell));
  const beginRow = createRowTags(paper, table, columns);

  return (texts) => {
    let cells = cellsOf.set(texts, 'regular');
    // A row is not split, unless it is longer than a page.
    if (paper.y + cellsOf.heightOf(cells) > bottom) turnPage();
    const { wrap, mark, end } = beginRow();
    for (;;) {
      const fits = cellsOf.linesThatFit();
      const fitting = cells.map((lines) => lines.slice(0, fits));
      wrap(() => cellsOf.draw(fitting, { face: 'regular', colour: colours.text, mark }));
      cells = cells.map((lines) => lines.slice(fits));
      if (cells.every(({ length }) => length === 0)) break;
      turnPage();
    }
    end();
    paper.drawLine();
  };
}
