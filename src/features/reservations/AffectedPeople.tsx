import { useTranslation } from 'react-i18next';
import type { Reservation } from '../../../contract/reservations.ts';
import { useFormats } from '#i18n/useFormats.ts';

/** The number of people in some reservations, customers and interpreters, each counted once. */
export function AffectedPeople({ items }: { items: readonly Reservation[] }) {
  const { t } = useTranslation('reservations');
  const { numbers } = useFormats();
  const people = new Set(
    items.flatMap(({ customer, interpreters }) => [
      ...(customer ? [customer] : []),
      ...interpreters.map(({ id }) => id),
    ]),
  );
  return <p>{t('concerned', { number: numbers.count(people.size) })}</p>;
}
