import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Excess } from '../../contract/workingTime.ts';
import { useFormats } from '#i18n/useFormats.ts';

/** Says which limits of working time a shift exceeds: "10 h 30 min on this day, limit 10 h". */
export function useExcessWords(): (excess: readonly Excess[] | undefined) => string[] {
  const { t } = useTranslation('crud');
  const { numbers } = useFormats();
  return useMemo(
    () =>
      (excess = []) =>
        excess.map(({ limit, minutes, bound }) =>
          t(`workingTime.${limit}`, { time: numbers.duration(minutes), bound: numbers.duration(bound) }),
        ),
    [t, numbers],
  );
}
