import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { reservations } from '#api/reservations.ts';
import { useQuery } from '#api/query.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { openReservationsHref, paths } from '#paths.ts';
import { Link } from '#ui/Link.tsx';

const read = reservations.list({ open: true, page_size: 1 });

/** How many wait for an answer, and the way to them; once one is there, the way to all. */
export function Worklist() {
  const { t } = useTranslation('reservations');
  const { numbers } = useFormats();
  const [address] = useSearchParams();
  const { data } = useQuery(read);
  if (!data) return null;
  const isHere = address.get('open') === 'true';
  return (
    <>
      {'· '}
      <Link to={isHere ? paths.reservations.href() : openReservationsHref}>
        {isHere ? t('showAll') : t('openNumber', { number: numbers.count(data.count) })}
      </Link>
    </>
  );
}
