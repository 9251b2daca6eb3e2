import { useTranslation } from 'react-i18next';

/** The duration between two instants, in hours and minutes. */
export function Length({ from, to }: { from: string; to: string }) {
  const { t } = useTranslation('reservations');
  const all = Math.round((Date.parse(to) - Date.parse(from)) / 60_000);
  const [hours, minutes] = [Math.floor(all / 60), all % 60];
  return [...(hours > 0 ? [t('hours', { hours })] : []), ...(minutes > 0 ? [t('minutes', { minutes })] : [])].join(' ');
}
