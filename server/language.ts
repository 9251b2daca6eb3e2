import { isoLanguage, type Language, languages } from '../contract/languages.ts';

/** The supported languages of an `Accept-Language` header, by preference (RFC 9110). */
function accepted(header: string): Language[] {
  const wanted = header.split(',').map((part) => {
    const [tag = '', ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return { tag: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight) };
  });
  return wanted
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .flatMap(({ tag }) => languages.filter((language) => language === tag || isoLanguage(language) === tag));
}

/** The language of a response: requested by the call, chosen by the person, or the deployment's default. */
export function languageFor(
  header: string | undefined,
  chosen: Language | null,
  { languages: [first] }: { languages: readonly { value: Language }[] },
): Language {
  return accepted(header ?? '')[0] ?? chosen ?? first?.value ?? 'en';
}
