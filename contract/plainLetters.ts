/** Letters that have no base letter to fall back to. */
const others: Record<string, string> = { ð: 'd', þ: 'th', æ: 'ae', ø: 'o', ß: 'ss', ł: 'l' };

/** Text transliterated to a–z, digits and hyphens, as in URLs and file names. */
export function plainLetters(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[ðþæøßł]/g, (letter) => others[letter] ?? '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
