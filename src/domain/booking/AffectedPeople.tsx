import { useTranslation } from 'react-i18next';
import type { Reservation } from '../../../contract/reservations.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { peopleTold } from './peopleTold.ts';

/** The people whom an act on reservations concerns, and who are told: customers, and the interpreters who take part or are offered it, each once. */
export function AffectedPeople({ items }: { items: readonly Reservation[] }) {
  const names = new Map(
    items.flatMap((item) => peopleTold(item, [], { isDecision: true }).map(({ id, name }) => [id, name] as const)),
  );
  return <ConcernedPeople names={[...names.values()]} />;
}

/** The number and the names of people whom an act concerns. */
export function ConcernedPeople({ names }: { names: readonly string[] }) {
  const { t } = useTranslation('reservations');
  const { numbers } = useFormats();
  return (
    <p>
      {t('concerned', { number: numbers.count(names.length) })}
      {names.length > 0 && ` (${names.join(', ')})`}
    </p>
  );
}
