import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { signLanguages, spokenLanguages, type InterpretingLanguage } from '../../contract/interpretingCodes.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { byAlphabet } from '#lib/names.ts';
import type { Choice } from '#ui/Select.tsx';

/** The languages that interpreters work in, by name in the reader's alphabet; sign languages first. */
export function useInterpretingLanguages(): Choice<InterpretingLanguage>[] {
  const { t } = useTranslation('languages');
  const { locale } = useLanguage();
  return useMemo(() => {
    const compare = byAlphabet(locale);
    return [signLanguages, spokenLanguages].flatMap((codes) =>
      codes
        .map((value): Choice<InterpretingLanguage> => ({ value, label: t(value) }))
        .toSorted((a, b) => compare(a.label, b.label)),
    );
  }, [t, locale]);
}
