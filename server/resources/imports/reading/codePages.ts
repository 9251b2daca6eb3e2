import type { ImportEncoding } from '../../../../contract/importKinds.ts';
import type { Language } from '../../../../contract/languages.ts';

/** The code page of files in a language, and its letters beyond ASCII. */
type Writing = { page: ImportEncoding; letters: string };

/** How the languages of deployments are written. */
const writings: Record<Language, Writing> = {
  en: { page: 'windows-1252', letters: '' },
  lt: { page: 'windows-1257', letters: 'ąčęėįšųūž' },
  es: { page: 'windows-1252', letters: 'áéíñóúü' },
  ee: { page: 'windows-1257', letters: 'äöüõšž' },
  pt: { page: 'windows-1252', letters: 'áâãàçéêíóôõúü' },
  sk: { page: 'windows-1250', letters: 'áäčďéíĺľňóôŕšťúýž' },
  is: { page: 'windows-1252', letters: 'áðéíóúýþæö' },
};

/** How neighbouring languages are written: French, Nordic ones, German, Italian, Czech, Polish, Hungarian, Latvian. */
const neighbours: readonly Writing[] = [
  { page: 'windows-1252', letters: 'àâæçéèêëîïôœùûüÿ' },
  { page: 'windows-1252', letters: 'åäöæøé' },
  { page: 'windows-1252', letters: 'äöüß' },
  { page: 'windows-1252', letters: 'àèéìòù' },
  { page: 'windows-1250', letters: 'áčďéěíňóřšťúůýž' },
  { page: 'windows-1250', letters: 'ąćęłńóśźż' },
  { page: 'windows-1250', letters: 'áéíóöőúüű' },
  { page: 'windows-1257', letters: 'āčēģīķļņšūž' },
];

/** How many letters tell the code page. */
const mostLetters = 20_000;

/** Characters that any language has. */
const common = /[\p{ASCII}„“”‘’‚–—…€«»§°·ªº¿¡\u00a0]/gu;

/**
 * The code page of a text without a mark: that of the language which lacks the fewest of its letters. Among equals, languages of the
 * deployment come first, in their order.
 */
export function codePageOf(bytes: Uint8Array, languages: readonly Language[]): ImportEncoding {
  const candidates = [...languages.map((language) => writings[language]), ...Object.values(writings), ...neighbours];
  const texts = new Map<ImportEncoding, string[]>();
  const foreign = candidates.map(({ page, letters }) => {
    const text = texts.get(page) ?? [
      ...new TextDecoder(page).decode(bytes).replace(common, '').slice(0, mostLetters).toLowerCase(),
    ];
    texts.set(page, text);
    return text.filter((letter) => !letters.includes(letter)).length;
  });
  return candidates[foreign.indexOf(Math.min(...foreign))]?.page ?? 'windows-1252';
}
