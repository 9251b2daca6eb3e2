import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { interpretingLanguages, type InterpretingLanguage } from '../../contract/interpretingCodes.ts';
import type { Choice } from '#ui/Select.tsx';

/** The languages that interpreters work in, by name; sign languages first. */
export function useInterpretingLanguages(): Choice<InterpretingLanguage>[] {
  const { t } = useTranslation('languages');
  return useMemo(() => interpretingLanguages.map((value) => ({ value, label: t(value) })), [t]);
}
