import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { spokenLanguages } from '../../../contract/interpretingCodes.ts';
import type { Choice } from '#ui/Select.tsx';

/** The languages of captions by name; their values are the shortest BCP 47 tags. */
export function useCaptionLanguages(): Choice[] {
  const { t } = useTranslation('languages');
  return useMemo(
    () => spokenLanguages.map((code) => ({ value: new Intl.Locale(code).toString(), label: t(code) })),
    [t],
  );
}
