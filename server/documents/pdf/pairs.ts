import { margin, type Paper, type Style } from './paper.ts';

const lineHeight = 13;
/** How far the values are from the labels, in points. */
const indent = 170;

/** Draws labels and their values, as a list. Returns how to draw the next pair. */
export function beginPairs(paper: Paper): (label: string, value: string) => void {
  const { tags, typesetter, colours, room, bottom } = paper;
  const list = tags.within(tags.root, 'L');
  const style = (colour: string): Style => ({ face: 'regular', points: 9, colour });
  return (label, value) => {
    const lines = typesetter.linesOf(value, room - indent, 'regular', 9);
    if (paper.y + Math.max(1, lines.length) * lineHeight > bottom) paper.addPage();
    const pair = tags.within(list, 'LI');
    tags.within(pair, 'Lbl').add(() => paper.draw(label, margin, paper.y, style(colours.textMuted)));
    const body = tags.within(pair, 'LBody');
    for (const line of lines) {
      if (paper.y + lineHeight > bottom) paper.addPage();
      body.add(() => paper.draw(line, margin + indent, paper.y, style(colours.text)));
      paper.y += lineHeight;
    }
    if (lines.length === 0) paper.y += lineHeight;
    pair.end();
  };
}
