import type { CustomTypeOptions, Namespace } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

type Resources = CustomTypeOptions['resources'];

/** The keys of a namespace whose value is a text, not a group. */
type Keys<Words> = { [Key in keyof Words & string]: Words[Key] extends string ? Key : never }[keyof Words & string];

/** A translation key with its namespace, for use before the language is known: `overview:nav`. */
export type Word = {
  [Name in keyof Resources & string]: `${Name}:${Keys<Resources[Name]>}`;
}[keyof Resources & string];

/** The error of a value: a translation key, with values to insert where the text needs them. */
export type Fault = Word | { word: Word; values: Record<string, string> };

/** Translates a `Word`, with values to insert; its namespace must be loaded. */
export function useWord(): (word: Word, values?: Record<string, string>) => string {
  const { t } = useTranslation<Namespace>();
  return useCallback((word, values) => String(t(word, { replace: values })), [t]);
}
