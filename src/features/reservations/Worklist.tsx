import { useTranslation } from 'react-i18next';
import { reservations } from '#api/reservations.ts';
import { useQuery } from '#api/query.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { useSearchParams } from '#lib/router.ts';
import { openReservationsHref, paths, uncoveredReservationsHref } from '#paths.ts';
import { useMayWrite } from '#session/useMayWrite.ts';
import { Link } from '#ui/Link.tsx';
import { uncoveredReservations } from './uncoveredReservations.ts';

const read = reservations.list({ open: true, page_size: 1 });

/** The numbers of pending and of uncovered reservations as links to their lists, and back to all. */
export function Worklist() {
  const { t } = useTranslation('reservations');
  const { numbers } = useFormats();
  const [address] = useSearchParams();
  const mayWrite = useMayWrite('reservations');
  const open = useQuery(read).data;
  const uncovered = useQuery(mayWrite ? uncoveredReservations : null).data;
  const isNarrowed = ['open', 'uncovered'].some((name) => address.get(name) === 'true');
  return (
    <>
      {isNarrowed && (
        <>
          {'· '}
          <Link to={paths.reservations.list.href()}>{t('showAll')}</Link>{' '}
        </>
      )}
      {open && address.get('open') !== 'true' && (
        <>
          {'· '}
          <Link to={openReservationsHref}>{t('openNumber', { number: numbers.count(open.count) })}</Link>{' '}
        </>
      )}
      {uncovered && uncovered.count > 0 && address.get('uncovered') !== 'true' && (
        <>
          {'· '}
          <Link to={uncoveredReservationsHref}>{t('uncoveredNumber', { number: numbers.count(uncovered.count) })}</Link>
        </>
      )}
    </>
  );
}
