import { useTranslation } from 'react-i18next';
import { useNow } from '#domain/useNow.ts';
import { minutesSeconds } from '#lib/numbers.ts';

/** How long the first has waited. */
export function Longest({ since }: { since: string }) {
  const { t } = useTranslation('shell');
  const seconds = Math.max(0, (useNow() - Date.parse(since)) / 1000);
  return t('longestWait', { time: minutesSeconds(seconds) });
}
