import type { CustomTypeOptions, Namespace } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

type Resources = CustomTypeOptions['resources'];

/** The keys of a namespace that hold a word themselves, not a group of words. */
type Keys<Words> = { [Key in keyof Words & string]: Words[Key] extends string ? Key : never }[keyof Words & string];

/** One word of the interface, named by namespace and key before the language is known: `overview:nav`. */
export type Word = {
  [Name in keyof Resources & string]: `${Name}:${Keys<Resources[Name]>}`;
}[keyof Resources & string];

/** What is wrong with what was typed: a word, with what it is filled in with where it names something. */
export type Fault = Word | { word: Word; values: Record<string, string> };

/** Says a word that was named beforehand, with what it is filled in with; its namespace must be loaded by then. */
export function useWord(): (word: Word, values?: Record<string, string>) => string {
  const { t } = useTranslation<Namespace>();
  return useCallback((word, values) => String(t(word, { replace: values })), [t]);
}
