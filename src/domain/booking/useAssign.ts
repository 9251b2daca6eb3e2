import { useTranslation } from 'react-i18next';
import { takesPart } from '../../../contract/reservationRules.ts';
import type { LanguageException, Reservation } from '../../../contract/reservations.ts';
import { useMutation } from '#api/query.ts';
import { reservations } from '#api/reservations.ts';
import { calendar } from '#api/shifts.ts';
import { peopleTold } from './peopleTold.ts';
import { useUndo } from './useUndo.ts';

/** An interpreter to assign; with the reason, if they speak none of the requested languages. */
export type Assigned = { id: string; name: string; reason?: string };

const exceptionsOf = ({ id, reason }: Assigned): LanguageException[] =>
  reason === undefined ? [] : [{ interpreter: id, reason }];

/** Assigns interpreters to a reservation, and says so with a way to undo it. `team`: who takes part now. */
export function useAssign(reservation: Reservation) {
  const { t } = useTranslation('reservations');
  const { interpreters, interpreters_needed: needed, status } = reservation;
  const { run, isRunning } = useMutation(
    ({ ids, exceptions }: { ids: string[]; exceptions: LanguageException[] }) =>
      reservations.assign(reservation, ids, exceptions),
    [reservations.path, 'interpreters/free/', calendar.path],
    reservations.one(reservation.id),
  );
  const offerUndo = useUndo();
  const send = async (ids: readonly string[], title: string, exceptions: LanguageException[] = []) => {
    const after = await run({ ids: [...new Set(ids)], exceptions });
    if (after) offerUndo(after, title, peopleTold(reservation, after.interpreters, { isDecision: false }));
  };
  const team = interpreters.filter(takesPart);
  const isApproved = status === 'approved';
  // An interpreter of a pending reservation is asked, of an approved one booked.
  const words = isApproved ? ('assign' as const) : ('ask' as const);
  return {
    team,
    words,
    isRunning,
    /** An approved reservation keeps only interpreters who can take it, and has no more than it needs unless somebody says so. */
    isReplaced: isApproved && (team.length >= needed || team.some(({ obstacle }) => obstacle !== null)),
    /** Assigns all of `ids`, of whom `person` is new. Throws `ApiError`. */
    assign: (ids: readonly string[], person: Assigned) =>
      send(ids, t(`${words}edNamed`, { name: person.name }), exceptionsOf(person)),
    /** Takes somebody out. Throws `ApiError`. */
    remove: (person: Assigned) =>
      send(
        team.flatMap(({ id }) => (id === person.id ? [] : id)),
        t('removedNamed', { name: person.name }),
      ),
  };
}
