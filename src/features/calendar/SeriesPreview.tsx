import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DayEffect } from '../../../contract/schedules.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { useMayWrite } from '#session/useMayWrite.ts';
import { Banner } from '#ui/Banner.tsx';
import { FormSwitch } from '#ui/form/FormSwitch.tsx';
import { useFormValue } from '#ui/form/formState.ts';
import { DayList, type PreviewDay } from './DayList.tsx';
import { conflictsOf, type Previewed } from './previews.ts';
import { PreviewHint, PreviewRoot, PreviewSum } from './previewStyles.ts';
import { usePreview } from './usePreview.ts';

const counted = ['added', 'changed', 'removed'] as const satisfies readonly DayEffect[];

/** A day as people who plan reservations save it: approved ones do not prevent it, saving asks about them. */
const withoutReserved = (day: PreviewDay): PreviewDay =>
  day.reasons.every((reason) => reason === 'shift_reserved') ? { ...day, verdict: 'free' } : day;

/** Whether saving asks about reservations of a day, which is possible otherwise. */
const isDecidedOnSave = ({ verdict, reasons }: PreviewDay) => verdict === 'free' && reasons.length > 0;

/** A preview of a series change, day by day: added, changed and removed days, and conflicts. */
export function SeriesPreview({
  previewed,
  toReservations,
}: {
  previewed: Previewed;
  /** The link to the reservations that prevent it for people who do not plan them. */
  toReservations: ReactNode;
}) {
  const { t } = useTranslation('calendar');
  const { dates } = useFormats();
  const errorMessage = useErrorMessage();
  const plans = useMayWrite('reservations');
  const isSkipping = useFormValue<boolean>('skip');
  const { days, error, isWaiting } = usePreview(previewed);
  if (error) return <Banner tone="warning">{errorMessage(error)}</Banner>;
  if (!days) return <PreviewHint>{t('previewWaits')}</PreviewHint>;
  const occurrences = plans ? days.occurrences.map(withoutReserved) : days.occurrences;
  const shown = { ...days, occurrences: occurrences.filter(({ effect }) => effect !== 'kept') };
  const conflicts = conflictsOf(days);
  const refused = occurrences.filter(({ verdict }) => verdict === 'refused').length;
  const takesOut = days.occurrences.some(
    ({ date, effect, verdict }) => effect === 'changed' && verdict === 'refused' && conflicts.includes(date),
  );
  const counts = [
    ...counted.map((effect) => ({
      name: effect,
      number: occurrences.filter((day) => day.effect === effect && day.verdict === 'free').length,
    })),
    { name: 'reserved' as const, number: occurrences.filter(isDecidedOnSave).length },
    { name: 'refused' as const, number: refused },
  ].filter(({ number }) => number > 0);
  const describe = (day: PreviewDay) => {
    const { effect } = day;
    const change = effect === 'left_out' ? t('leftOut') : effect === 'kept' ? '' : t(`effects.${effect}`);
    return isDecidedOnSave(day) ? `${change} ${t('decidedOnSave')}` : change;
  };
  return (
    <PreviewRoot aria-busy={isWaiting}>
      <PreviewSum role="status">
        {counts.length === 0
          ? t('nothingChanges')
          : counts.map(({ name, number }) => t(`counts.${name}`, { number })).join(' · ')}
      </PreviewSum>
      {days.reservations.length > 0 && (
        <Banner tone="warning">
          {t(plans ? 'reservedDays' : 'booked')}{' '}
          {days.reservations
            .map(
              ({ name, from, to }) =>
                `${name} (${dates.day(dates.dayOf(from))}, ${dates.time(from)}–${dates.time(to)})`,
            )
            .join(', ')}
        </Banner>
      )}
      {days.reservations.length > 0 && !plans && toReservations}
      {conflicts.length > 0 && (
        <FormSwitch
          name="skip"
          label={t('skip')}
          description={[t('skipHint'), ...(takesOut ? [t('skipTakesOut')] : [])].join(' ')}
        />
      )}
      {shown.occurrences.length + shown.left_out.length > 0 && (
        <DayList
          label={t('changes')}
          days={shown}
          isSkipping={isSkipping}
          describe={describe}
          describeLeftOut={({ effect }) => t(effect === 'changed' ? 'effects.removed' : 'leftOut')}
        />
      )}
    </PreviewRoot>
  );
}
