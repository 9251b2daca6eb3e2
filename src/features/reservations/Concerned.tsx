import { useTranslation } from 'react-i18next';
import type { Reservation } from '../../../contract/reservations.ts';
import { useFormats } from '#i18n/useFormats.ts';

/** How many people, customers and interpreters, reservations concern; each of them once. */
export function Concerned({ items }: { items: readonly Reservation[] }) {
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
