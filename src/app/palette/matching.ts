/** A text without case and accents: `Þórður` and `Łódź` are found by `thordur` and `lodz`. */
function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => plain[letter] ?? letter);
}

/** Letters that are no letter with a mark. */
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

/** Those in whose title every word of a text occurs, the ones that begin with it first. */
export function matching<Item extends { title: string }>(text: string, items: readonly Item[]): Item[] {
  const words = folded(text).split(/\s+/).filter(Boolean);
  const first = words[0] ?? '';
  return items
    .filter(({ title }) => words.every((word) => folded(title).includes(word)))
    .toSorted(
      (one, other) => Number(folded(other.title).startsWith(first)) - Number(folded(one.title).startsWith(first)),
    );
}
