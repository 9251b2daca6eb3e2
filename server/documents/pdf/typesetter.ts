/** The two faces of the font, as registered with the document. */
export type Face = 'regular' | 'bold';

/** Lays out text by character widths. Widths are cached: measuring every text would cost more than drawing it. */
export function createTypesetter(pdf: PDFKit.PDFDocument) {
  const known: Record<Face, Map<string, number>> = { regular: new Map(), bold: new Map() };
  const widthOf = (text: string, face: Face, size: number) => {
    let width = 0;
    for (const letter of text) {
      let advance = known[face].get(letter);
      if (advance === undefined) {
        advance = pdf.font(face).fontSize(1000).widthOfString(letter);
        known[face].set(letter, advance);
      }
      width += advance;
    }
    return (width * size) / 1000;
  };
  /** Splits a word that is wider than its column. */
  const cutWord = (word: string, width: number, face: Face, size: number): string[] => {
    const pieces: string[] = [];
    let piece = '';
    for (const letter of word) {
      if (piece && widthOf(piece + letter, face, size) > width) {
        pieces.push(piece);
        piece = '';
      }
      piece += letter;
    }
    return [...pieces, piece];
  };
  const linesOf = (text: string, width: number, face: Face, size: number): string[] => {
    if (widthOf(text, face, size) <= width) return text ? [text] : [];
    const lines: string[] = [];
    let line = '';
    for (const word of text.split(' ')) {
      const longer = line ? `${line} ${word}` : word;
      if (widthOf(longer, face, size) <= width) {
        line = longer;
        continue;
      }
      // Read aloud, the lines are one text again.
      if (line) lines.push(`${line} `);
      const pieces = widthOf(word, face, size) <= width ? [word] : cutWord(word, width, face, size);
      line = pieces.pop() ?? '';
      lines.push(...pieces);
    }
    return line ? [...lines, line] : lines;
  };
  return { widthOf, linesOf };
}

/** Measures texts, in points, and breaks them into lines. */
export type Typesetter = ReturnType<typeof createTypesetter>;
