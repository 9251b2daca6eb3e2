/** Removes case and accents, so that `thordur` finds `Þórður`. */
function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => plain[letter] ?? letter);
}

/** Letters that Unicode normalisation does not decompose. */
const plain: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

const wordsOf = (text: string) => folded(text).split(/\s+/).filter(Boolean);

/** Whether a title contains every word of a text. */
export function containsWords(title: string, text: string): boolean {
  return wordsOf(text).every((word) => folded(title).includes(word));
}

/** The items whose title contains every word of a text; titles that begin with it come first. */
export function matching<Item extends { title: string }>(text: string, items: readonly Item[]): Item[] {
  const [first = ''] = wordsOf(text);
  return items
    .filter(({ title }) => containsWords(title, text))
    .toSorted((a, b) => Number(folded(b.title).startsWith(first)) - Number(folded(a.title).startsWith(first)));
}
