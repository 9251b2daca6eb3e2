import { isShort, takesPart } from '../../../contract/reservationRules.ts';
import type { FreeInterpreter, Reservation } from '../../../contract/reservations.ts';

type Person = Pick<Reservation['interpreters'][number], 'id' | 'name'>;

/** Somebody who would be booked by an approval, as the dialog shows them. */
export const newMember = ({ id, name }: Person): Reservation['interpreters'][number] => ({
  id,
  name,
  obstacle: null,
  response: 'not_asked',
  responded: null,
  message: null,
  language_reason: null,
  booked_by_name: null,
});

/** The interpreters of a reservation after an act, as dialogs show them. */
export function teamAfter({ interpreters }: Reservation, { team, coming }: NextAct): Reservation['interpreters'] {
  return [...interpreters.filter((member) => takesPart(member) && team.includes(member.id)), ...coming.map(newMember)];
}

/** What planners do next with a reservation: approve it, or give an approved one the people whom it lacks. */
export type NextAct = {
  act: 'approve' | 'assign';
  /** Everybody who takes part afterwards. */
  team: string[];
  /** Who is new to it, and who no longer takes part. */
  coming: Person[];
  going: Person[];
};

/** Whether somebody takes part who cannot take it, or too few take part. */
export function lacksPeople(reservation: Reservation): boolean {
  const isOpen = reservation.status === 'pending' || reservation.status === 'approved';
  const isUnable = reservation.interpreters.some(
    (interpreter) => takesPart(interpreter) && interpreter.obstacle !== null,
  );
  return isOpen && !reservation.is_past && (isShort(reservation) || isUnable);
}

/** Those of a list of candidates who can take it at once and have not declined it, the best first. */
function readyOf(candidates: readonly FreeInterpreter[]): Person[] {
  return candidates.flatMap(({ interpreter: id, interpreter_name: name, shift, response }) =>
    shift !== null && response !== 'declined' && response !== 'handed_back' ? [{ id, name }] : [],
  );
}

/**
 * The act that comes next, with the best who are ready in the places of those who are missing or cannot take it. Null: there is
 * nothing to do, or not enough are ready.
 */
export function nextAct(reservation: Reservation, candidates: readonly FreeInterpreter[]): NextAct | null {
  const { status, can, interpreters, interpreters_needed: needed } = reservation;
  const members = interpreters.filter(takesPart);
  const [staying, going] = [
    members.filter(({ obstacle }) => obstacle === null),
    members.filter(({ obstacle }) => obstacle !== null),
  ];
  if (status === 'pending' && can.approve)
    return { act: 'approve', team: members.map(({ id }) => id), coming: [], going: [] };
  if (!can.assign || !lacksPeople(reservation)) return null;
  const missing = needed - staying.length;
  const ids = members.map(({ id }) => id);
  const coming = readyOf(candidates)
    .filter(({ id }) => !ids.includes(id))
    .slice(0, Math.max(0, missing));
  if (coming.length < missing) return null;
  const team = [...staying, ...coming].map(({ id }) => id);
  return { act: status === 'pending' ? 'approve' : 'assign', team, coming, going };
}
