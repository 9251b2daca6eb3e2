import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { SecurityEvent } from '../../../contract/securityEvents.ts';
import { useFormats } from '#i18n/useFormats.ts';

/** The words of the security log. An unknown name, from a newer server, is shown as it is. */
export function useEventWords() {
  const { t, i18n } = useTranslation(['securityEvents', 'audit', 'reports']);
  const { numbers } = useFormats();
  return useMemo(() => {
    const first = (keys: readonly string[], name: string) => {
      const key = keys.find((candidate) => i18n.exists(candidate));
      return key === undefined ? name : t(key as 'title');
    };
    const keysOf = (name: string) => [`securityEvents:objects.${name}`, `audit:collections.${name}`];
    /** The last part of a path that has a word: `partners/…/venues/` is about venues, `users/…/suspend/` about users. */
    const objectName = (path: string) => {
      const parts = path.split('/').filter((part) => /^[a-z_]+$/.test(part));
      const known = parts.findLast((part) => keysOf(part).some((key) => i18n.exists(key)));
      const name = known ?? parts.at(-1) ?? path;
      return first(keysOf(name), name);
    };
    return {
      event: ({ event }: SecurityEvent) => first([`securityEvents:events.${event}`], event),
      reason: ({ reason }: SecurityEvent) =>
        reason === null ? '–' : first([`securityEvents:reasons.${reason}`], reason),
      /** What was exported, with the number of its records and the columns of a report, or the kind of record whose file was opened. */
      object: ({ object, rows, columns }: SecurityEvent) => {
        if (object === null) return '–';
        const name = objectName(object);
        if (rows === null) return name;
        const counted = t('rowsOf', { name, number: numbers.count(rows) });
        const labels = columns.map((column) => first([`reports:columns.${column}`], column));
        return labels.length > 0 ? `${counted}: ${labels.join(', ')}` : counted;
      },
    };
  }, [t, i18n, numbers]);
}

/** Functions that put the security log into words. */
export type EventWords = ReturnType<typeof useEventWords>;
