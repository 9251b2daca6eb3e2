import type { FastifyRequest } from 'fastify';
import { suggestedDeadline } from '../../../../contract/offerDeadline.ts';
import type { PlanApplication, PlanResults } from '../../../../contract/reservationPlans.ts';
import { isShort, obstacleRefusals } from '../../../../contract/reservationRules.ts';
import type { Trx } from '../../../collection/write.ts';
import { toApiProblem } from '../../../http/errorMapper.ts';
import { ApiProblem } from '../../../problem.ts';
import { obstaclesOf, type ReservationRow } from '../repository.ts';
import { setTeam } from './assign.ts';
import { change, type Context, decide, idsOf } from './context.ts';
import { makeOffer } from './offer.ts';

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
    if (act === 'assign')
      await decide(context, request, id, options, async (trx, row) => {
        const interpreters = [...idsOf(row), ...(await takersOf(trx, row, people, refusals))];
        return setTeam(trx, row, { interpreters, exceptions: [] });
      });
    else
      await change(context, request, id, options, async (trx, row, person) => {
        const interpreters = await takersOf(trx, row, people, refusals);
        const deadline = suggestedDeadline(context.clock(), row.starts).toISOString();
        await makeOffer(context, trx, { row, person }, { interpreters, deadline, approves: true, next: 'everybody' });
      });
  } catch (error) {
    const problem = toApiProblem(error as Error);
    if (problem.status >= 500) request.log.error({ err: problem.cause ?? error }, 'line of a plan failed');
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
  return {
    results: lines.map(({ reservation, interpreter }) => {
      const problem = refused.get(reservation)?.get(interpreter);
      const refusal = problem ? { code: problem.code, values: problem.details.values ?? {} } : null;
      return { reservation, interpreter, refusal };
    }),
  };
}
