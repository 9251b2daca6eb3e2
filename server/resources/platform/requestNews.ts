import type { Channel } from '../../../contract/interpretations.ts';
import { maySignIn } from '../../../contract/permissions.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Trx } from '../../collection/write.ts';
import type { NotificationEvent } from '../../notifications/events.ts';
import { settleNotifications } from '../../notifications/inbox.ts';
import type { Notify } from '../../notifications/notifications.ts';
import { requestIsNews } from '../../notifications/sections.ts';
import { staffOf } from '../auth/repository.ts';
import { type CheckedEvent, type Facts, timesOf } from './facts.ts';

/** A request with its facts, and the new events about it. */
type TouchedRequest = { id: string; facts: Facts; events: readonly CheckedEvent[] };

type Urgent = { about: 'request'; what: 'emergency' | 'waiting'; request: string; channel: Channel };

/** Whom a request is offered to, as far as the platform has said. */
function offeredTo({ facts, events }: TouchedRequest): string[] {
  const named = events.flatMap(({ type, interpreter }) => (type === 'signboard.request.offered' ? interpreter : null));
  return [...new Set([...named, facts['request.offered']?.interpreter])].filter((id) => typeof id === 'string');
}

/**
 * Tells coordinators of live requests and emergencies that wait, and interpreters of requests that are offered to them; ends what was
 * told of requests that wait no longer. Requests of the past, which a platform sends at its start, are no news.
 */
export async function tellOfRequests(
  trx: Trx,
  { deployment: { allowedRoles }, notify }: Pick<Dependencies, 'deployment'> & { notify: Notify },
  { requests, now }: { requests: readonly TouchedRequest[]; now: Date },
): Promise<void> {
  const waiting: TouchedRequest[] = [];
  const settled: string[] = [];
  for (const request of requests) {
    const times = timesOf(request.facts);
    if (times && (times.started !== null || times.ended !== null)) settled.push(request.id);
    else if (times && now.getTime() - Date.parse(times.created) < requestIsNews) waiting.push(request);
  }
  await settleNotifications(trx, settled, now);
  const offers = waiting.flatMap((request): NotificationEvent[] => {
    const to = offeredTo(request);
    return to.length > 0 ? [{ about: 'request', what: 'offered', request: request.id, to }] : [];
  });
  const urgent = waiting.flatMap(({ id: request, events }) =>
    events.flatMap((event): Urgent[] => {
      if (event.type !== 'signboard.request.created') return [];
      const { channel, queue_type } = event.data;
      const what = queue_type === 'emergency' ? 'emergency' : channel === 'live' ? 'waiting' : null;
      return what === null ? [] : [{ about: 'request', what, request, channel }];
    }),
  );
  const coordinators = urgent.length > 0 ? await staffOf(trx, ['manager', 'owner'], now) : [];
  const to = coordinators.filter(({ role }) => maySignIn(role, allowedRoles));
  const news = [...urgent.map((event) => ({ ...event, to })), ...offers];
  if (news.length > 0) await notify(trx, null, news);
}
