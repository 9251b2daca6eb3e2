import { dayBounds } from '../../../contract/bounds.ts';
import { type CandidateGroup, FreeInterpreters, FreeInterpretersQuery } from '../../../contract/reservations.ts';
import { orNotFound } from '../../collection/orNotFound.ts';
import { routeOptions, type TypedApp } from '../../http/routes.ts';
import { mayWrite } from '../../policies/policy.ts';
import { ApiProblem } from '../../problem.ts';
import { dayAt } from '../../schedule/wallTime.ts';
import type { Services } from '../../services.ts';
import { findReservation } from '../reservations/repository.ts';
import { type Asked, rankedCandidates } from './candidates.ts';
import { withExcess } from './excess.ts';
import { hasRecordInTheWay, hindered } from './ranking.ts';
import { findHindrances } from './repository.ts';

const plans = routeOptions('reservations', { flag: 'reservations', policy: mayWrite('reservations') });

/** The default number of results. */
const few = 20;
/** The groups of candidates unless others are asked for. */
const free: readonly CandidateGroup[] = ['ready', 'needs_shift'];
/** No reservation is longer than the longest day, in milliseconds. */
const longest = 25 * 60 * 60_000;

/** `interpreters/free/`: who could take a reservation, ranked with reasons. */
export function routes(
  app: TypedApp,
  { deployment: { timeZone: zone, workingTime }, database: { db }, clock }: Services,
): void {
  /** The requirements, from a reservation or from the query; the query takes precedence. */
  const askedIn = async ({
    reservation,
    from,
    to,
    ...query
  }: FreeInterpretersQuery): Promise<Omit<Asked, 'reservation'>> => {
    if (reservation) {
      const row = orNotFound(await findReservation(db, reservation));
      const { location_type, service_kind, languages, address, customer_id: customer, partner_id: partner } = row;
      return {
        location_type,
        service_kind,
        languages,
        address,
        customer,
        partner,
        ...query,
        from: row.starts,
        to: row.ends,
      };
    }
    const missing = Object.entries({ from, to }).flatMap(([field, value]) => (value ? [] : field));
    if (!from || !to)
      throw new ApiProblem('invalid', { errors: Object.fromEntries(missing.map((field) => [field, ['required']])) });
    return { ...query, from: new Date(from), to: new Date(to) };
  };

  app.get(
    '/interpreters/free/',
    plans({
      summary: 'Interpreters who could take a reservation, the best first, with reasons, and why others cannot',
      description:
        'Interpreters who cover it, and interpreters without any shift at that time, who need one first; on request the others, with what keeps them from it. Give `from` and `to`, or a `reservation`.',
      querystring: FreeInterpretersQuery,
      response: { 200: FreeInterpreters },
    }),
    async (request) => {
      const { reservation = null, interpreter: named = null, group = free, limit = few } = request.query;
      const asked = await askedIn(request.query);
      const { from, to } = asked;
      const day = dayAt(from, zone);
      if (day < dayBounds.first || day > dayBounds.last)
        throw new ApiProblem('check_dates', { errors: { from: ['check_dates'] } });
      if (to <= from || to.getTime() - from.getTime() > longest)
        throw new ApiProblem('check_dates', { errors: { to: ['check_dates'] } });
      const when = { now: clock(), zone };
      const found = await rankedCandidates(db, { ...asked, reservation }, when, named);
      const candidates = await withExcess(db, found, { from, to, zone, workingTime });
      const wanted = candidates.filter((row) => named !== null || group.includes(row.group));
      const results = wanted.slice(0, limit);
      const hindrances = await findHindrances(
        db,
        results.flatMap((row) => (row.group === 'impossible' && hasRecordInTheWay(row) ? [row.interpreter] : [])),
        { from, to, reservation },
      );
      return {
        count: wanted.length,
        impossible: candidates.filter((row) => row.group === 'impossible').length,
        results: results.map((row) => hindered(row, hindrances)),
      };
    },
  );
}
