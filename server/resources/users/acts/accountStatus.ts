import type { FastifyRequest } from 'fastify';
import type { BulkResults } from '../../../../contract/collection.ts';
import type { BulkRejection, CoverageDecision, Rejection } from '../../../../contract/coverage.ts';
import type { NewSuspension, User } from '../../../../contract/users.ts';
import { eachOf } from '../../../collection/bulk.ts';
import { checkMatchIfGiven } from '../../../collection/etag.ts';
import { type Trx, write } from '../../../collection/write.ts';
import { sessionOf } from '../../../http/guard.ts';
import type { AccountNews, NotificationEvent } from '../../../notifications/events.ts';
import { ApiProblem } from '../../../problem.ts';
import { decidedPeople } from '../../reservations/coverage.ts';
import { lockInterpreters } from '../../schedules/repository.ts';
import { lockOwners, updateUser, type UserRow } from '../repository.ts';
import {
  type Act,
  admissionNews,
  assertAnotherOwner,
  type Columns,
  type Context,
  lockFor,
  rereadUser,
  settle,
} from './context.ts';

type Change = {
  act: Extract<Act, 'suspend' | 'unsuspend' | 'approve' | 'reject'>;
  news: AccountNews;
  columns: Columns;
  decisions?: readonly CoverageDecision[];
};

/** Changes the account status of one user, whose lock is held. Returns the notifications. */
async function changeOne(
  trx: Trx,
  request: FastifyRequest,
  row: UserRow,
  { now, change: { act, news, columns, decisions = [] } }: { now: Date; change: Change },
): Promise<NotificationEvent[]> {
  if (act === 'suspend' || act === 'reject') await assertAnotherOwner(trx, row, now);
  const { id } = row;
  return settle(trx, request, { id, now, decisions, news }, () => updateUser(trx, id, columns));
}

/** What owners are told of an act that may have given managers or owners access. */
const newsToOwners = (
  trx: Trx,
  { deployment }: Context,
  { act }: Change,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<NotificationEvent[]> =>
  act === 'approve' || act === 'unsuspend' ? admissionNews(trx, deployment, ids, now) : Promise.resolve([]);

/** Runs one act that changes a user's account status. */
function changeAccountStatus(
  context: Context,
  request: FastifyRequest,
  id: string,
  { now, change }: { now: Date; change: Change },
): Promise<User> {
  const { db, notify } = context;
  const { act, decisions = [] } = change;
  const { person } = sessionOf(request);
  return write(db, { request, now, act }, async (trx) => {
    await lockOwners(trx);
    await lockInterpreters(trx, decidedPeople([id], decisions));
    const row = await lockFor(context, trx, act, id, { person, now });
    checkMatchIfGiven(request, row.version);
    await notify(trx, person.id, await changeOne(trx, request, row, { now, change }));
    await notify(trx, null, await newsToOwners(trx, context, change, { ids: [id], now }));
    return rereadUser(context, trx, id, { person, now });
  });
}

/** Runs one act that changes the account status of several users. Returns a result for each. */
function changeEach(
  context: Context,
  request: FastifyRequest,
  ids: readonly string[],
  change: Change,
): Promise<BulkResults> {
  const { db, clock, notify } = context;
  const now = clock();
  const { act, decisions = [] } = change;
  const { person } = sessionOf(request);
  return write(db, { request, now, act }, async (trx) => {
    await lockOwners(trx);
    await lockInterpreters(trx, decidedPeople(ids, decisions));
    const events: NotificationEvent[] = [];
    const results = await eachOf(trx, ids, async (id) => {
      const row = await lockFor(context, trx, act, id, { person, now });
      events.push(...(await changeOne(trx, request, row, { now, change })));
    });
    await notify(trx, person.id, events);
    const done = results.results.flatMap((result) => (result.done ? result.id : []));
    await notify(trx, null, await newsToOwners(trx, context, change, { ids: done, now }));
    return results;
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

const approval: Change = {
  act: 'approve',
  news: { what: 'approved' },
  columns: { approval_status: 'approved', rejection_reason: null },
};

const rejection = ({ reason = null, reservations: decisions = [] }: Rejection): Change => ({
  act: 'reject',
  decisions,
  news: { what: 'rejected', reason },
  columns: { approval_status: 'rejected', rejection_reason: reason },
});

/** Approves a pending or rejected user. */
export function approve(context: Context, request: FastifyRequest, id: string): Promise<User> {
  return changeAccountStatus(context, request, id, { now: context.clock(), change: approval });
}

/** Approves several users. Returns a result for each. */
export function approveAll(context: Context, request: FastifyRequest, ids: readonly string[]): Promise<BulkResults> {
  return changeEach(context, request, ids, approval);
}

/** Rejects a pending or approved user. */
export function reject(context: Context, request: FastifyRequest, id: string, form: Rejection): Promise<User> {
  return changeAccountStatus(context, request, id, { now: context.clock(), change: rejection(form) });
}

/** Rejects several users for one reason, with decisions on their reservations. Returns a result for each. */
export function rejectAll(
  context: Context,
  request: FastifyRequest,
  { ids, ...form }: BulkRejection,
): Promise<BulkResults> {
  return changeEach(context, request, ids, rejection(form));
}
