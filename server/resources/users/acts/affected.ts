import type { FastifyRequest } from 'fastify';
import type { Affected, AffectedQuery, CoverageAct } from '../../../../contract/coverage.ts';
import { refusalFor } from '../../../../contract/recordRules.ts';
import { dryRun, type Trx } from '../../../collection/write.ts';
import { sessionOf } from '../../../http/guard.ts';
import { participantsOf } from '../../reservations/coverage.ts';
import { obstaclesOf, type ReservationRow, reservationsAhead, uncoveredOf } from '../../reservations/repository.ts';
import { countShiftsAhead, lockInterpreters } from '../../schedules/repository.ts';
import { deleteUser, updateUser, usersOf } from '../repository.ts';
import { subjectOf } from '../wire.ts';
import type { Columns, Context } from './context.ts';

/** The pending reservations whose interpreters among `people` are active and could all still take them. */
async function stillAvailable(
  trx: Trx,
  pending: readonly ReservationRow[],
  people: readonly string[],
): Promise<Set<string>> {
  const available = new Set<string>();
  for (const row of pending) {
    const asked = row.interpreters.map(({ id }) => id).filter((id) => people.includes(id));
    const obstacles = await obstaclesOf(trx, asked, row);
    const existing = await usersOf(trx, asked);
    if (existing.length === asked.length && obstacles.every(({ obstacle }) => obstacle !== 'inactive'))
      available.add(row.id);
  }
  return available;
}

/** Writes the part of an act that makes an interpreter unavailable, before reservations are settled. */
function makeUnavailable(
  trx: Trx,
  id: string,
  { act, expires, role, languages }: AffectedQuery,
  now: Date,
): Promise<void> {
  if (act === 'delete') return deleteUser(trx, id);
  const columns: Record<Exclude<CoverageAct, 'delete'>, Columns> = {
    suspend: { suspended_at: now, suspension_expires: expires ? new Date(expires) : null },
    reject: { approval_status: 'rejected' },
    change_role: role ? { role } : {},
    change_languages: languages ? { languages } : {},
  };
  return updateUser(trx, id, columns[act]);
}

/** The effects of an act on some people, from a dry run of the act itself, so that they cannot differ. */
export function affectedBy(
  { db, clock, deployment, reservations }: Context,
  request: FastifyRequest,
  query: AffectedQuery,
): Promise<Affected> {
  const { person } = sessionOf(request);
  const now = clock();
  const permission = query.act === 'change_languages' ? 'update' : query.act;
  return dryRun(db, { request, now }, async (trx) => {
    const rows = await usersOf(trx, query.id);
    const people = rows
      .filter((row) => refusalFor(permission, person, subjectOf(row, deployment, now)) === null)
      .map(({ id }) => id);
    if (people.length === 0) return { reservations: [], pending: 0, shifts: 0, people: 0 };
    await lockInterpreters(trx, people);
    const approved = await reservationsAhead(trx, people, now, 'approved');
    const pending = await reservationsAhead(trx, people, now, 'pending');
    const before = query.act === 'suspend' && query.expires ? new Date(query.expires) : null;
    const shifts = query.act === 'change_languages' ? 0 : await countShiftsAhead(trx, people, { after: now, before });
    const presented = await reservations.present(trx, approved, person);
    for (const id of people.toSorted()) await makeUnavailable(trx, id, query, now);
    const approvedIds = approved.map(({ id }) => id);
    const uncovered = new Set(await uncoveredOf(trx, approvedIds, now));
    const stillAsked = await stillAvailable(trx, pending, people);
    const notifiedPeople = new Set(
      approved
        .filter(({ id }) => uncovered.has(id))
        .flatMap(participantsOf)
        .filter((id) => id !== person.id && !people.includes(id)),
    );
    return {
      reservations: presented.filter(({ id }) => uncovered.has(id)),
      pending: pending.filter(({ id }) => !stillAsked.has(id)).length,
      shifts,
      people: notifiedPeople.size,
    };
  });
}
