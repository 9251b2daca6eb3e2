import { useTranslation } from 'react-i18next';
import { useFormats } from '#i18n/useFormats.ts';
import { viewerTime } from './viewerTime.ts';

/** The deployment's time and zone, and the viewer's local time if it differs. */
export function Clock({ now }: { now: string }) {
  const { t } = useTranslation('calendar');
  const { dates } = useFormats();
  const time = dates.time(now);
  const own = viewerTime(now);
  return (
    <>
      <bdi>{`${time} ${dates.zone(now)}`}</bdi>
      {own !== time && <bdi>{` · ${t('yourTime', { time: own })}`}</bdi>}
    </>
  );
}
