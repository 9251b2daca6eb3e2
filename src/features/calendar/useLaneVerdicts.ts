import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { takesPart } from '../../../contract/reservationRules.ts';
import { pageSize } from '../../../contract/bounds.ts';
import type { CandidateGroup } from '../../../contract/reservations.ts';
import { useQuery } from '#api/query.ts';
import { freeFor, reservations } from '#api/reservations.ts';
import { useCandidateWords } from '#domain/coverage/useCandidateWords.ts';
import { useExcessWords } from '#domain/useExcessWords.ts';
import type { Lane } from './layout.ts';

/** Whether somebody can take a booking, in words: the group, and the sentence or the reason. */
export type LaneVerdict = { group: CandidateGroup | 'member'; title: string; text: string | null };

/** Of each lane whether its interpreter can take a booking; empty without one, and until it is known. */
export function useLaneVerdicts(
  booking: { id: string } | null,
  lanes: readonly Lane[],
): ReadonlyMap<string, LaneVerdict> {
  const { t } = useTranslation('reservations');
  const { sentence, whyNot } = useCandidateWords();
  const excessWords = useExcessWords();
  const asked = { interpreter: lanes.map(({ id }) => id), limit: pageSize.max };
  const { data: reservation } = useQuery(booking && reservations.one(booking.id), { keepPreviousData: false });
  const { data: found } = useQuery(booking && freeFor(booking.id, asked), { keepPreviousData: false });
  // Computed once per answer: each move of a held booking renders the lanes again.
  return useMemo(() => {
    if (!reservation || !found) return new Map();
    const members = new Set(reservation.interpreters.filter(takesPart).map(({ id }) => id));
    return new Map(
      found.results.map((candidate): [string, LaneVerdict] => {
        const { interpreter, group } = candidate;
        if (members.has(interpreter)) return [interpreter, { group: 'member', title: t('takesPart'), text: null }];
        const excess = excessWords(candidate.excess);
        if (group === 'needs_shift')
          return [interpreter, { group, title: t('needsShift'), text: excess.join(' · ') || null }];
        const text =
          group === 'ready'
            ? sentence(candidate, reservation)
            : [whyNot(candidate), ...excess].filter((reason) => reason !== null).join(' · ');
        return [interpreter, { group, title: t(`groups.${group}`), text }];
      }),
    );
  }, [reservation, found, t, sentence, whyNot, excessWords]);
}
