import { useTranslation } from 'react-i18next';
import { reservations } from '#api/reservations.ts';
import { useQuery } from '#api/query.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { useSearchParams } from '#lib/router.ts';
import { openReservationsHref, paths, shortReservationsHref, uncoveredReservationsHref } from '#paths.ts';
import { useMayWrite } from '#session/useMayWrite.ts';
import { Link } from '#ui/Link.tsx';
import { uncoveredReservations } from './uncoveredReservations.ts';

const read = reservations.list({ open: true, page_size: 1 });
const readShort = reservations.list({ short: true, page_size: 1 });

/** The numbers of reservations that wait for a decision, are short of people, or not covered, as links to their lists; and back to all. */
export function Worklist() {
  const { t } = useTranslation('reservations');
  const { numbers } = useFormats();
  const [address] = useSearchParams();
  const mayWrite = useMayWrite('reservations');
  const open = useQuery(read).data;
  const short = useQuery(mayWrite ? readShort : null).data;
  const uncovered = useQuery(mayWrite ? uncoveredReservations : null).data;
  const isNarrowed = ['open', 'short', 'uncovered'].some((name) => address.get(name) === 'true');
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
      {short && short.count > 0 && address.get('short') !== 'true' && (
        <>
          {'· '}
          <Link to={shortReservationsHref}>{t('shortNumber', { number: numbers.count(short.count) })}</Link>{' '}
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
