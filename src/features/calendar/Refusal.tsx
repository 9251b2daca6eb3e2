import { useTranslation } from 'react-i18next';
import { ApiError } from '#api/problem.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { useLocation } from '#lib/router.ts';
import { paths } from '#paths.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { Link } from '#ui/Link.tsx';

type RefusalProps = {
  error: unknown;
  shift: string;
  schedule: string | null;
  /** Called before the page of the reservations opens, to keep the typed values. */
  onGo?: () => void;
};

/** The days that an error concerns, and a link to the reservations that caused it. */
export function Refusal({ error, shift, schedule, onGo }: RefusalProps) {
  const { t } = useTranslation('calendar');
  const { dates } = useFormats();
  const { flags } = useTenant();
  const { pathname, search } = useLocation();
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'shift_reserved' && flags.reservations) {
    const to = schedule ? paths.scheduleBlocked.href({ id: schedule }) : paths.shiftBlocked.href({ id: shift });
    return (
      <p>
        <Link to={to} state={{ isDecided: true, back: pathname + search }} onClick={onGo}>
          {t('toReservations')}
        </Link>
      </p>
    );
  }
  if (error.days.length === 0) return null;
  return (
    <p>
      {t('daysConcerned')}: {error.days.map((day) => dates.day(day)).join(', ')}
    </p>
  );
}
