import type { Document } from '../document.ts';
import { createTags } from './tags.ts';
import type { Face, Typesetter } from './typesetter.ts';

/** The space around the content of a page, in points. */
export const margin = 32;

/** The style of a text. `isVaried`: its words hardly repeat, so pdfkit must not keep the layout of each word, 1.6 kB. */
export type Style = { face: Face; points: number; colour: string; isVaried?: boolean };

type Look = {
  /** The size of a page, in points. */
  sheet: { width: number; height: number };
  typesetter: Typesetter;
  colours: Document['brand']['colours'];
  /** The text below each page. */
  footOf: (page: number) => string;
};

/** The pages of a document, which are filled from top to bottom. */
export class Paper {
  readonly pdf: PDFKit.PDFDocument;
  readonly tags: ReturnType<typeof createTags>;
  readonly typesetter: Typesetter;
  readonly colours: Look['colours'];
  /** The width between the margins, in points. */
  readonly room: number;
  /** Where the content of a page ends, in points from its top. */
  readonly bottom: number;
  /** Where the next part begins, in points from the top of the page. */
  y = 0;
  /** The number of the page that is drawn. */
  page = 0;
  readonly #sheet: Look['sheet'];
  readonly #footOf: Look['footOf'];

  constructor(pdf: PDFKit.PDFDocument, { sheet, typesetter, colours, footOf }: Look) {
    this.pdf = pdf;
    this.tags = createTags(pdf);
    this.typesetter = typesetter;
    this.colours = colours;
    this.room = sheet.width - 2 * margin;
    this.bottom = sheet.height - margin - 16;
    this.#sheet = sheet;
    this.#footOf = footOf;
  }

  addPage(): void {
    if (this.page > 0) this.tags.releasePage();
    const { width, height } = this.#sheet;
    this.pdf.addPage({ size: [width, height], margin: 0 });
    this.page += 1;
    const foot = this.#footOf(this.page);
    const left = width - margin - this.typesetter.widthOf(foot, 'regular', 8);
    this.tags.decorate('Pagination', () =>
      this.draw(foot, left, this.bottom + 6, { face: 'regular', points: 8, colour: this.colours.textMuted }),
    );
    this.y = margin;
  }

  draw(text: string, x: number, y: number, { face, points, colour, isVaried = false }: Style): void {
    this.pdf
      .font(face)
      .fontSize(points)
      .fillColor(colour)
      .text(text, x, y, { lineBreak: false, ...(isVaried && { features: [] }) });
  }

  /** Draws a line over the whole width. */
  drawLine(): void {
    this.tags.decorate('Layout', () =>
      this.pdf
        .moveTo(margin, this.y)
        .lineTo(margin + this.room, this.y)
        .lineWidth(0.5)
        .stroke('#d9dce3'),
    );
  }

  drawHeading(level: 'H1' | 'H2', text: string, points: number): void {
    const { root } = this.tags;
    const style: Style = { face: 'bold', points, colour: this.colours.text };
    root.add(this.pdf.struct(level, {}, () => this.draw(text, margin, this.y, style)));
  }
}
