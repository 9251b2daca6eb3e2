/**
 * Compares names in the alphabet of a BCP 47 locale: õ after w in Estonian, á after a in Icelandic. A browser without the alphabet
 * takes the order of English, where accented letters stand beside plain ones.
 */
export function byAlphabet(locale: string): (a: string, b: string) => number {
  return new Intl.Collator([locale, 'en']).compare;
}
