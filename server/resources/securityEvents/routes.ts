import {
  ListExport,
  type SecurityEvent,
  SecurityEventsPage,
  SecurityEventsQuery,
} from '../../../contract/securityEvents.ts';
import { deviceNameOf } from '../../auth/deviceName.ts';
import { spanOfDays } from '../../days.ts';
import { requireRecentAuthentication } from '../../http/recentAuthentication.ts';
import { NoContent, routeOptions, type TypedApp } from '../../http/routes.ts';
import { mayRead, signedIn } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { listEvents, type SecurityEventRow } from './repository.ts';

const reads = routeOptions('security_events', { policy: mayRead('security_events') });
const ownRoute = routeOptions('security_events', { policy: signedIn });

/** A device in readable form, such as `Firefox, Windows`. */
function deviceOf(userAgent: string | null): string | null {
  const { browser, system } = deviceNameOf(userAgent);
  return [browser, system].filter(Boolean).join(', ') || null;
}

/** The paths of lists of people. */
const listsOfPeople = /(^|\/)users\/$/;

function eventOnWire({ at, person_id, subject_id, ...event }: SecurityEventRow): SecurityEvent {
  return {
    ...event,
    at: at.toISOString(),
    event: event.event as SecurityEvent['event'],
    person: person_id,
    subject: subject_id,
    device: deviceOf(event.user_agent),
  };
}

/** `security_events/`: the security log, for owners; and `exports/`, where clients report lists that they save as files. */
export function routes(
  app: TypedApp,
  { deployment: { timeZone }, database: { db }, clock, securityLog }: Services,
): void {
  app.get(
    '/security_events/',
    reads({
      summary: 'The security log',
      description: 'Sign-ins and refusals, sign-outs, changes of passwords, exports, and opened files.',
      querystring: SecurityEventsQuery,
      response: { 200: SecurityEventsPage },
    }),
    async (request) => {
      const { from_day, to_day, ...query } = request.query;
      await securityLog.settled();
      const { count, rows } = await listEvents(db, query, spanOfDays({ from_day, to_day }, timeZone));
      return { count, results: rows.map(eventOnWire) };
    },
  );

  app.post(
    '/exports/',
    ownRoute({
      summary: 'Report that a list is saved as a file',
      description:
        'Recorded in the security log. Clients that build files of lists themselves call it before they save one. Lists of people need a recent authentication.',
      body: ListExport,
      response: { 204: NoContent },
    }),
    async (request) => {
      const { list, rows } = request.body;
      if (listsOfPeople.test(list)) requireRecentAuthentication(request, clock());
      securityLog.record(request, 'export', { object: list, rows });
    },
  );
}
