import { useTranslation } from 'react-i18next';
import { takesPart } from '../../../contract/reservationRules.ts';
import type { Reservation } from '../../../contract/reservations.ts';
import { useFormats } from '#i18n/useFormats.ts';

/** The people whom an act on reservations concerns, and who are told: customers, and the interpreters who take part, each once. */
export function AffectedPeople({ items }: { items: readonly Reservation[] }) {
  const { t } = useTranslation('reservations');
  const { numbers } = useFormats();
  const names = new Map(
    items.flatMap(({ customer, customer_name, interpreters }) => [
      ...(customer ? [[customer, customer_name] as const] : []),
      ...interpreters.filter(takesPart).map(({ id, name }) => [id, name] as const),
    ]),
  );
  return (
    <p>
      {t('concerned', { number: numbers.count(names.size) })}
      {names.size > 0 && ` (${[...names.values()].join(', ')})`}
    </p>
  );
}
