import type { FastifyRequest } from 'fastify';
import type { CoverageDecision } from '../../../../contract/coverage.ts';
import type { NewSuspension, User } from '../../../../contract/users.ts';
import { checkMatchIfGiven } from '../../../collection/etag.ts';
import { write } from '../../../collection/write.ts';
import { sessionOf } from '../../../http/guard.ts';
import type { AccountNews } from '../../../notifications/events.ts';
import { ApiProblem } from '../../../problem.ts';
import { decidedPeople } from '../../reservations/coverage.ts';
import { lockInterpreters } from '../../schedules/repository.ts';
import { lockOwners, updateUser } from '../repository.ts';
import { type Act, assertAnotherOwner, type Columns, type Context, lockFor, rereadUser, settle } from './context.ts';

type Change = {
  act: Extract<Act, 'suspend' | 'unsuspend' | 'approve' | 'reject'>;
  news: AccountNews;
  columns: Columns;
  decisions?: readonly CoverageDecision[];
};

/** Runs one act that changes a user's account status. */
function changeAccountStatus(
  context: Context,
  request: FastifyRequest,
  id: string,
  { now, change: { act, news, columns, decisions = [] } }: { now: Date; change: Change },
): Promise<User> {
  const { db, notify } = context;
  const { person } = sessionOf(request);
  return write(db, { request, now, act }, async (trx) => {
    await lockOwners(trx);
    await lockInterpreters(trx, decidedPeople([id], decisions));
    const row = await lockFor(trx, act, id, person, now);
    checkMatchIfGiven(request, row.version);
    if (act === 'suspend' || act === 'reject') await assertAnotherOwner(trx, row, now);
    const events = await settle(trx, request, { id, now, decisions, news }, () => updateUser(trx, id, columns));
    await notify(trx, person.id, events);
    return rereadUser(context, trx, id, { person, now });
  });
}

/** Suspends a user until a time, or open-ended. @throws ApiProblem check_dates if the time is in the past */
export async function suspend(
  context: Context,
  request: FastifyRequest,
  id: string,
  { reason, expires, reservations: decisions = [] }: NewSuspension,
): Promise<User> {
  const now = context.clock();
  const until = expires ? new Date(expires) : null;
  if (until && until <= now) throw new ApiProblem('check_dates', { errors: { expires: ['check_dates'] } });
  return changeAccountStatus(context, request, id, {
    now,
    change: {
      act: 'suspend',
      decisions,
      news: { what: 'suspended', reason, until },
      columns: { suspended_at: now, suspension_reason: reason, suspension_expires: until },
    },
  });
}

/** Lifts a suspension. */
export function unsuspend(context: Context, request: FastifyRequest, id: string): Promise<User> {
  return changeAccountStatus(context, request, id, {
    now: context.clock(),
    change: {
      act: 'unsuspend',
      news: { what: 'unsuspended' },
      columns: { suspended_at: null, suspension_reason: null, suspension_expires: null },
    },
  });
}

/** Approves a pending or rejected user. */
export function approve(context: Context, request: FastifyRequest, id: string): Promise<User> {
  return changeAccountStatus(context, request, id, {
    now: context.clock(),
    change: { act: 'approve', news: { what: 'approved' }, columns: { approval_status: 'approved' } },
  });
}

/** Rejects a pending or approved user. */
export function reject(
  context: Context,
  request: FastifyRequest,
  id: string,
  decisions: readonly CoverageDecision[] = [],
): Promise<User> {
  return changeAccountStatus(context, request, id, {
    now: context.clock(),
    change: { act: 'reject', decisions, news: { what: 'rejected' }, columns: { approval_status: 'rejected' } },
  });
}
