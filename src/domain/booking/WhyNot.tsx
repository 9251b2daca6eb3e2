import { useTranslation } from 'react-i18next';
import type { FreeInterpreter } from '../../../contract/reservations.ts';
import { useCandidateWords } from '#domain/coverage/useCandidateWords.ts';
import { useExcessWords } from '#domain/useExcessWords.ts';
import { paths } from '#paths.ts';
import { Link } from '#ui/Link.tsx';
import { Muted } from '#ui/Muted.ts';

/** Why a candidate cannot take a reservation, and what would have to change, with the way to the record that is in the way. */
export function WhyNot({ candidate }: { candidate: FreeInterpreter }) {
  const { t } = useTranslation(['reservations', 'errors']);
  const excess = useExcessWords()(candidate.excess);
  const { whyNot } = useCandidateWords();
  const { obstacle, in_the_way: hindrance, interpreter } = candidate;
  if (obstacle === null) return null;
  const isReservation = hindrance?.kind === 'reservation';
  return (
    <Muted as="p" $isCompact>
      {whyNot(candidate)}
      {'. '}
      {excess.length > 0
        ? `${t('errors:working_time_exceeded')} ${excess.join(' · ')}`
        : t(`remedies.${obstacle}`)}{' '}
      {isReservation && <Link to={paths.reservations.record.href({ id: hindrance.id })}>{hindrance.name}</Link>}
      {(obstacle === 'inactive' || obstacle === 'language') && (
        <Link to={paths.users.record.href({ id: interpreter })}>{t('toAccount')}</Link>
      )}
    </Muted>
  );
}
