import type { FastifyRequest } from 'fastify';
import { suggestedDeadline } from '../../../../contract/offerDeadline.ts';
import type { PlanApplication, PlanResults, PlanUndo, PlanUndoResults } from '../../../../contract/reservationPlans.ts';
import { isShort, obstacleRefusals } from '../../../../contract/reservationRules.ts';
import type { Trx } from '../../../collection/write.ts';
import { toApiProblem } from '../../../http/errorMapper.ts';
import { sessionOf } from '../../../http/guard.ts';
import { ApiProblem } from '../../../problem.ts';
import { obstaclesOf, type ReservationRow } from '../repository.ts';
import { prolongUndo } from '../undoRepository.ts';
import { setTeam } from './assign.ts';
import { type Context, decide, idsOf } from './context.ts';
import { makeOffer } from './offer.ts';
import { undo } from './undo.ts';

/**
 * Chooses the people who can take a reservation now, at most as many as it lacks, and adds a refusal for each of the others.
 * @throws ApiProblem the first refusal, if nobody can take it
 */
async function takersOf(
  trx: Trx,
  row: ReservationRow,
  people: readonly string[],
  refusals: Map<string, ApiProblem>,
): Promise<string[]> {
  const obstacles = await obstaclesOf(trx, people, row);
  const team = idsOf(row);
  const takers: string[] = [];
  for (const id of people) {
    const found = obstacles.find((person) => person.id === id);
    const isFull = !isShort(row) || team.length + takers.length >= row.interpreters_needed;
    if (isFull || team.includes(id)) refusals.set(id, new ApiProblem('transition_refused'));
    else if (found)
      refusals.set(id, new ApiProblem(obstacleRefusals[found.obstacle], { values: { interpreters: found.name } }));
    else takers.push(id);
  }
  const [first] = refusals.values();
  if (takers.length === 0 && first) throw first;
  return takers;
}

/** The problem of one reservation of a plan; a fault of the server is logged. */
function problemOf(request: FastifyRequest, error: unknown): ApiProblem {
  const problem = toApiProblem(error as Error);
  if (problem.status >= 500) request.log.error({ err: problem.cause ?? error }, 'line of a plan failed');
  return problem;
}

/** A problem as the result of a line. */
const refusalOf = (problem: ApiProblem | undefined) =>
  problem ? { code: problem.code, values: problem.details.values ?? {} } : null;

/** Assigns people to one reservation of a plan, or offers it to them. Returns the refusal of each person who is refused. */
async function applyToReservation(
  context: Context,
  request: FastifyRequest,
  id: string,
  { act, people }: { act: PlanApplication['act']; people: readonly string[] },
): Promise<Map<string, ApiProblem>> {
  const refusals = new Map<string, ApiProblem>();
  const options = { act, others: people };
  try {
    await decide(context, request, id, options, async (trx, row, person) => {
      const takers = await takersOf(trx, row, people, refusals);
      if (act === 'assign') return setTeam(trx, row, { interpreters: [...idsOf(row), ...takers], exceptions: [] });
      const deadline = suggestedDeadline(context.clock(), row.starts).toISOString();
      const terms = { interpreters: takers, deadline, approves: true, next: 'everybody' } as const;
      return makeOffer(context, trx, { row, person }, terms);
    });
  } catch (error) {
    const problem = problemOf(request, error);
    for (const person of people) if (!refusals.has(person)) refusals.set(person, problem);
  }
  return refusals;
}

/** Assigns or offers the lines of a plan, each reservation in a transaction of its own. A refused line stops no other. */
export async function applyPlan(
  context: Context,
  request: FastifyRequest,
  { act, lines }: PlanApplication,
): Promise<PlanResults> {
  const refused = new Map<string, Map<string, ApiProblem>>();
  for (const [id, ofReservation] of Map.groupBy(lines, ({ reservation }) => reservation)) {
    const people = ofReservation.map(({ interpreter }) => interpreter);
    refused.set(id, await applyToReservation(context, request, id, { act, people }));
  }
  const results = lines.map(({ reservation, interpreter }) => {
    const refusal = refusalOf(refused.get(reservation)?.get(interpreter));
    return { reservation, interpreter, refusal };
  });
  const done = results.flatMap(({ reservation, refusal }) => (refusal ? [] : reservation));
  const { person } = sessionOf(request);
  const until = await prolongUndo(context.db, { person: person.id, ids: done, time: context.undoTime });
  return { results, undo_until: until?.toISOString() ?? null };
}

/** Undoes what a plan has done to reservations, each in a transaction of its own. One that is refused stops no other. */
export async function undoPlan(
  context: Context,
  request: FastifyRequest,
  { reservations }: PlanUndo,
): Promise<PlanUndoResults> {
  const results: PlanUndoResults['results'] = [];
  for (const reservation of reservations) {
    const problem = await undo(context, request, reservation).then(
      () => undefined,
      (error: unknown) => problemOf(request, error),
    );
    results.push({ reservation, refusal: refusalOf(problem) });
  }
  return { results };
}
