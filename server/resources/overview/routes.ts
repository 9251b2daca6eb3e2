import { offeredBy } from '../../../contract/offered.ts';
import { Overview, OverviewDay } from '../../../contract/overview.ts';
import { readScope } from '../../../contract/permissions.ts';
import { lastDays } from '../../days.ts';
import { addUp, figuresOf } from '../../figures/figures.ts';
import { sumsOf } from '../../figures/repository.ts';
import { everything, scopeOf } from '../../figures/selection.ts';
import { sessionOf } from '../../http/guard.ts';
import { routeOptions, type TypedApp } from '../../http/routes.ts';
import { mayRead } from '../../policies/policy.ts';
import { inZone } from '../../schedule/wallTime.ts';
import type { Services } from '../../services.ts';
import { halfHoursOf, countOverlapping } from './halfHours.ts';
import { countOnlineInterpreters, countRegisteredUsers, listPlanned, listReserved } from './repository.ts';

const reads = routeOptions('overview', { policy: mayRead('overview') });

/** The number of days of the overview, today included (Q8). */
const overviewDays = 30;

/** `overview/`: the figures and today (R86). */
export function routes(
  app: TypedApp,
  { deployment: { flags, timeZone, serviceLevelSeconds }, database: { db }, clock }: Services,
): void {
  app.get(
    '/overview/',
    reads({
      summary: 'Requests, how they were answered, registered users, online interpreters and average feedback',
      description: 'Interpreters read only their own figures; days are in the deployment’s time zone.',
      response: { 200: Overview },
    }),
    async (request) => {
      const { person } = sessionOf(request);
      const now = clock();
      const range = lastDays(now, timeZone, overviewDays);
      const [sums, registered_users, online_interpreters] = await Promise.all([
        sumsOf(db, [range], everything(person, flags), { withRatings: flags.feedback }),
        readScope('users', person.role) === 'none' ? null : countRegisteredUsers(db),
        countOnlineInterpreters(db, now),
      ]);
      const figures = figuresOf(addUp(sums));
      return {
        from_day: range.fromDay,
        to_day: range.toDay,
        scope: scopeOf(person),
        requests: figures.requests,
        registered_users,
        online_interpreters,
        average_feedback: figures.average_feedback,
        feedback_count: figures.feedback_count,
        answered: figures.answered,
        average_waiting: figures.average_waiting,
        service_level: figures.service_level,
        service_level_seconds: serviceLevelSeconds,
      } satisfies Overview;
    },
  );

  app.get(
    '/overview/day/',
    reads({
      summary: 'Today by half hours: requests, reservations and planned interpreters',
      description: 'Interpreters read only their own work; the day is in the deployment’s time zone.',
      response: { 200: OverviewDay },
    }),
    async (request) => {
      const { person } = sessionOf(request);
      const now = clock();
      const today = lastDays(now, timeZone, 1);
      const scope = scopeOf(person);
      const onlyInterpreter = scope === 'own' ? person.id : null;
      const { channels, locationTypes: locations } = offeredBy(flags);
      const halfHours = halfHoursOf(today);
      const [sums, planned, reserved] = await Promise.all([
        sumsOf(db, halfHours, everything(person, flags), { withRatings: false }),
        listPlanned(db, today, { channels, locations, onlyInterpreter }),
        flags.reservations ? listReserved(db, today, { onlyInterpreter }) : [],
      ]);
      return {
        day: today.toDay,
        scope,
        half_hours: halfHours.map((halfHour, index) => ({
          from: inZone(halfHour.from, timeZone),
          requests: addUp(sums.slice(index, index + 1)).requests,
          reserved: countOverlapping(halfHour, reserved),
          planned: countOverlapping(halfHour, planned),
        })),
      } satisfies OverviewDay;
    },
  );
}
