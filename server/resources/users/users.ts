import type { FastifyRequest } from 'fastify';
import type { Updateable } from 'kysely';
import type {
  Affected,
  AffectedQuery,
  CoverageAct,
  CoverageDecision,
  UserDeletion,
} from '../../../contract/coverage.ts';
import { unreachableRoles } from '../../../contract/permissions.ts';
import type { userActs } from '../../../contract/acts.ts';
import type { NewSuspension, NewUser, User, UserChanges, UsersQuery } from '../../../contract/users.ts';
import type { AppParts } from '../../appParts.ts';
import { eachOf } from '../../collection/bulk.ts';
import { etagOf, requireMatch, respectMatch } from '../../collection/etag.ts';
import { rehearse, type Trx, write } from '../../collection/write.ts';
import { isSuspended } from '../../db/suspension.ts';
import type { Tables } from '../../db/tables.ts';
import { sessionOf } from '../../http/guard.ts';
import type { AccountNews, NotificationEvent } from '../../notifications/events.ts';
import { recipientsOf } from '../../notifications/repository.ts';
import type { Notify } from '../../notifications/notifications.ts';
import { phoneOf } from '../../phone.ts';
import type { Person } from '../../policies/policy.ts';
import { reachesRole, refusalFor, type Subject, userVerdicts } from '../../../contract/recordRules.ts';
import { ApiProblem } from '../../problem.ts';
import { randomId } from '../../randomId.ts';
import { followStaffChange } from '../emailChanges/emailChanges.ts';
import {
  decidedPeople,
  partakersOf,
  settleCoverage,
  settlementEvents,
  withoutCustomer,
} from '../reservations/coverage.ts';
import {
  obstaclesOf,
  type ReservationRow,
  reservationsAhead,
  reservationsFor,
  uncoveredOf,
} from '../reservations/repository.ts';
import type { Reservations } from '../reservations/reservations.ts';
import { countShiftsAhead, lockInterpreters } from '../schedules/repository.ts';
import {
  deleteUser,
  findUser,
  hasOtherOwner,
  insertUser,
  listUsers,
  lockOwners,
  lockUser,
  updateUser,
  type UserRow,
  usersOf,
} from './repository.ts';

type Act = (typeof userActs)[number];
type Columns = Updateable<Tables['users']>;

function subjectOf(row: UserRow, now: Date): Subject {
  const { id, role, approval_status, has_managed: hasManaged } = row;
  return { id, role, approval_status, isSuspended: isSuspended(row, now), hasManaged };
}

function fieldProblem(field: string, code: 'feature_off' | 'forbidden'): ApiProblem {
  return new ApiProblem(code === 'forbidden' ? 'forbidden' : 'invalid', { errors: { [field]: [code] } });
}

/** Those of some pending reservations whose interpreters among `people` could all still take them as far as they may work. */
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

/** Users and their rules (specification §3 and §5, Q24): what is done to them, by whoever calls, each in one transaction. */
export function createUsers(
  { deployment, database: { db }, clock }: AppParts,
  { notify, reservations }: { notify: Notify; reservations: Reservations },
) {
  const toUser = (row: UserRow, person: Person, now: Date): User => ({
    id: row.id,
    etag: etagOf(row.version),
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    role: row.role,
    approval_status: row.approval_status,
    department: deployment.flags.departments ? row.department_id : null,
    department_name: deployment.flags.departments ? row.department_name : null,
    personal_number_last4: row.personal_number_last4,
    phone: row.phone,
    social_registered: row.social_registered,
    language: row.language,
    languages: row.languages,
    suspension:
      row.suspended_at && isSuspended(row, now)
        ? {
            since: row.suspended_at.toISOString(),
            reason: row.suspension_reason,
            expires: row.suspension_expires?.toISOString() ?? null,
          }
        : null,
    partner: row.partner_id,
    partner_name: row.partner_name,
    created: row.created.toISOString(),
    can: userVerdicts(person, subjectOf(row, now)),
  });

  /** The columns behind what a form holds; what it leaves out is left out. */
  const columnsOf = ({ department, email, phone, ...same }: UserChanges): Columns => {
    if (department && !deployment.flags.departments) throw fieldProblem('department', 'feature_off');
    return {
      ...same,
      ...(email === undefined ? {} : { email: email.toLowerCase() }),
      ...(department === undefined ? {} : { department_id: department }),
      ...(phone === undefined ? {} : { phone: phone === null ? null : phoneOf(phone, 'phone', deployment) }),
      // Only partners have people of the role partner: whoever becomes something else leaves theirs.
      ...(same.role === undefined || same.role === 'partner' ? {} : { partner_id: null }),
    };
  };

  const assertMayMake = (person: Person, role: User['role']) => {
    if (!reachesRole(person, role)) throw fieldProblem('role', 'forbidden');
  };

  /** Locks a user for an act, or says why it may not be. */
  const lockFor = async (trx: Trx, act: Act, id: string, person: Person, now: Date): Promise<UserRow> => {
    const row = await lockUser(trx, id);
    const refusal = row ? refusalFor(act, person, subjectOf(row, now)) : 'not_found';
    if (!row || refusal) throw new ApiProblem(refusal ?? 'not_found');
    return row;
  };

  /** There is always an owner who can sign in. Needs `lockOwners`, so that two calls cannot both leave the other's. */
  const assertAnotherOwner = async (trx: Trx, { id, role }: UserRow, now: Date) => {
    if (role === 'owner' && !(await hasOtherOwner(trx, id, now))) throw new ApiProblem('last_owner');
  };

  const reread = async (trx: Trx, id: string, person: Person, now: Date): Promise<User> => {
    const row = await findUser(trx, id);
    if (!row) throw new ApiProblem('not_found');
    return toUser(row, person, now);
  };

  /**
   * Runs an act that may take an interpreter away, and settles what becomes of their reservations.
   * @returns what to notify people of; the events name the person as they were, who may be deleted
   */
  const settle = async (
    trx: Trx,
    request: FastifyRequest,
    {
      id,
      now,
      decisions,
      news,
    }: { id: string; now: Date; decisions: readonly CoverageDecision[]; news: AccountNews | null },
    act: () => Promise<void>,
  ): Promise<NotificationEvent[]> => {
    const { person } = sessionOf(request);
    const self = await recipientsOf(trx, [id]);
    const settlements = await settleCoverage(trx, [id], { request, now, person, decisions }, act);
    const events = settlements
      .flatMap(settlementEvents)
      .map((event) => ({ ...event, to: event.to.flatMap((to) => (to === id ? self : to)) }));
    return [...(news ? [{ about: 'account' as const, ...news, to: self }] : []), ...events];
  };

  /** One act that changes a user's standing. */
  const change = (
    request: FastifyRequest,
    id: string,
    {
      act,
      news,
      columns,
      decisions = [],
    }: { act: Act; news: AccountNews; columns: (now: Date) => Columns; decisions?: readonly CoverageDecision[] },
  ): Promise<User> => {
    const { person } = sessionOf(request);
    const now = clock();
    const changes = columns(now);
    return write(db, { request, now, act }, async (trx) => {
      await lockOwners(trx);
      await lockInterpreters(trx, decidedPeople([id], decisions));
      const row = await lockFor(trx, act, id, person, now);
      respectMatch(request, row.version);
      if (act === 'suspend' || act === 'reject') await assertAnotherOwner(trx, row, now);
      await notify(
        trx,
        person.id,
        await settle(trx, request, { id, now, decisions, news }, () => updateUser(trx, id, changes)),
      );
      return reread(trx, id, person, now);
    });
  };

  const removeOne = async (
    trx: Trx,
    request: FastifyRequest,
    { id, now, decisions }: { id: string; now: Date; decisions: readonly CoverageDecision[] },
  ): Promise<{ version: number; events: NotificationEvent[] }> => {
    const row = await lockFor(trx, 'delete', id, sessionOf(request).person, now);
    await assertAnotherOwner(trx, row, now);
    const news = { what: 'deleted' } as const;
    const asked = await reservationsFor(trx, id, now);
    const events = await settle(trx, request, { id, now, decisions, news }, () => deleteUser(trx, id));
    return { version: row.version, events: [...events, ...asked.map(withoutCustomer)] };
  };

  /** What an act writes about the person whom it takes away, before anything is settled. */
  const takeAway = (trx: Trx, id: string, { act, expires, role }: AffectedQuery, now: Date): Promise<void> => {
    if (act === 'delete') return deleteUser(trx, id);
    const columns: Record<Exclude<CoverageAct, 'delete'>, Columns> = {
      suspend: { suspended_at: now, suspension_expires: expires ? new Date(expires) : null },
      reject: { approval_status: 'rejected' },
      change_role: role ? { role } : {},
    };
    return updateUser(trx, id, columns[act]);
  };

  return {
    list: async (request: FastifyRequest, query: UsersQuery) => {
      const { person } = sessionOf(request);
      const now = clock();
      const { count, rows } = await listUsers(db, { query, without: unreachableRoles[person.role] }, now);
      return { count, results: rows.map((row) => toUser(row, person, now)) };
    },

    read: async (request: FastifyRequest, id: string): Promise<User> => {
      const { person } = sessionOf(request);
      const row = await findUser(db, id);
      if (!row || !reachesRole(person, row.role)) throw new ApiProblem('not_found');
      return toUser(row, person, clock());
    },

    /**
     * Adds a user within the transaction of the create. Whoever is added by staff is approved.
     * @param partner_id whose people they are, for the role `partner`
     */
    add: async (
      trx: Trx,
      request: FastifyRequest,
      form: NewUser,
      now: Date,
      partner_id: string | null = null,
    ): Promise<User> => {
      const { person } = sessionOf(request);
      assertMayMake(person, form.role);
      const id = randomId();
      const { email, first_name, last_name, role } = form;
      const columns = columnsOf(form);
      await insertUser(trx, {
        ...columns,
        id,
        email: email.toLowerCase(),
        first_name,
        last_name,
        role,
        approval_status: 'approved',
        partner_id,
        created: now,
      });
      return reread(trx, id, person, now);
    },

    update: (
      request: FastifyRequest,
      id: string,
      { reservations: decisions = [], ...form }: UserChanges,
    ): Promise<User> => {
      const { person } = sessionOf(request);
      const now = clock();
      return write(db, { request, now }, async (trx) => {
        if (form.role !== undefined) {
          await lockOwners(trx);
          await lockInterpreters(trx, decidedPeople([id], decisions));
        }
        const row = await lockFor(trx, 'update', id, person, now);
        requireMatch(request, row.version);
        if (form.role !== undefined && form.role !== row.role) {
          const refusal = refusalFor('change_role', person, subjectOf(row, now));
          if (refusal) throw new ApiProblem(refusal, { errors: { role: [refusal] } });
          assertMayMake(person, form.role);
          await assertAnotherOwner(trx, row, now);
        }
        const news =
          form.role === undefined || form.role === row.role ? null : { what: 'role_changed' as const, role: form.role };
        const columns = columnsOf(form);
        const email = columns.email ?? row.email;
        if (email !== row.email) {
          const refusal = refusalFor('change_email', person, subjectOf(row, now));
          if (refusal) throw new ApiProblem(refusal, { errors: { email: [refusal] } });
        }
        const events = await settle(trx, request, { id, now, decisions, news }, () => updateUser(trx, id, columns));
        if (email !== row.email) events.push(...(await followStaffChange(trx, row, email)));
        await notify(trx, person.id, events);
        return reread(trx, id, person, now);
      });
    },

    remove: async (request: FastifyRequest, id: string): Promise<void> => {
      const now = clock();
      await write(db, { request, now }, async (trx) => {
        await lockOwners(trx);
        await lockInterpreters(trx, [id]);
        const { version, events } = await removeOne(trx, request, { id, now, decisions: [] });
        respectMatch(request, version);
        await notify(trx, sessionOf(request).person.id, events);
      });
    },

    removeAll: (request: FastifyRequest, { ids, reservations: decisions = [] }: UserDeletion) => {
      const now = clock();
      return write(db, { request, now }, async (trx) => {
        await lockOwners(trx);
        await lockInterpreters(trx, decidedPeople(ids, decisions));
        const events: NotificationEvent[] = [];
        const results = await eachOf(trx, ids, async (id) => {
          events.push(...(await removeOne(trx, request, { id, now, decisions })).events);
        });
        await notify(trx, sessionOf(request).person.id, events);
        return results;
      });
    },

    /** What an act on some people would affect. The act is rehearsed, so that this and the act cannot differ. */
    affected: (request: FastifyRequest, query: AffectedQuery): Promise<Affected> => {
      const { person } = sessionOf(request);
      const now = clock();
      return rehearse(db, { request, now }, async (trx) => {
        const rows = await usersOf(trx, query.id);
        const people = rows
          .filter((row) => refusalFor(query.act, person, subjectOf(row, now)) === null)
          .map(({ id }) => id);
        if (people.length === 0) return { reservations: [], pending: 0, shifts: 0, people: 0 };
        await lockInterpreters(trx, people);
        const approved = await reservationsAhead(trx, people, now, 'approved');
        const pending = await reservationsAhead(trx, people, now, 'pending');
        const before = query.act === 'suspend' && query.expires ? new Date(query.expires) : null;
        const shifts = await countShiftsAhead(trx, people, { after: now, before });
        const presented = await reservations.present(trx, approved, person);
        for (const id of people.toSorted()) await takeAway(trx, id, query, now);
        const uncovered = new Set(
          await uncoveredOf(
            trx,
            approved.map(({ id }) => id),
            now,
          ),
        );
        const stillAsked = await stillAvailable(trx, pending, people);
        const told = new Set(
          approved
            .filter(({ id }) => uncovered.has(id))
            .flatMap(partakersOf)
            .filter((id) => id !== person.id && !people.includes(id)),
        );
        return {
          reservations: presented.filter(({ id }) => uncovered.has(id)),
          pending: pending.filter(({ id }) => !stillAsked.has(id)).length,
          shifts,
          people: told.size,
        };
      });
    },

    suspend: (request: FastifyRequest, id: string, { reason, expires, reservations: decisions = [] }: NewSuspension) =>
      change(request, id, {
        act: 'suspend',
        decisions,
        news: { what: 'suspended', reason, until: expires ? new Date(expires) : null },
        columns: (now) => {
          const suspension_expires = expires ? new Date(expires) : null;
          if (suspension_expires && suspension_expires <= now)
            throw new ApiProblem('check_dates', { errors: { expires: ['check_dates'] } });
          return { suspended_at: now, suspension_reason: reason, suspension_expires };
        },
      }),

    unsuspend: (request: FastifyRequest, id: string) =>
      change(request, id, {
        act: 'unsuspend',
        news: { what: 'unsuspended' },
        columns: () => ({ suspended_at: null, suspension_reason: null, suspension_expires: null }),
      }),

    approve: (request: FastifyRequest, id: string) =>
      change(request, id, {
        act: 'approve',
        news: { what: 'approved' },
        columns: () => ({ approval_status: 'approved' }),
      }),

    reject: (request: FastifyRequest, id: string, decisions: readonly CoverageDecision[] = []) =>
      change(request, id, {
        act: 'reject',
        decisions,
        news: { what: 'rejected' },
        columns: () => ({ approval_status: 'rejected' }),
      }),

    /** The id of a user whom the caller may see. */
    reachable: async (request: FastifyRequest, id: string): Promise<string> => {
      const row = await findUser(db, id);
      if (!row || !reachesRole(sessionOf(request).person, row.role)) throw new ApiProblem('not_found');
      return row.id;
    },

    /** Whom an act is done to, locked for the transaction, if the caller may do it. */
    lockFor: (trx: Trx, request: FastifyRequest, act: Act, id: string, now: Date): Promise<UserRow> =>
      lockFor(trx, act, id, sessionOf(request).person, now),

    /** Whom a link to a new password goes to, on behalf of the caller. */
    addressee: async (request: FastifyRequest, id: string): Promise<UserRow> => {
      const row = await findUser(db, id);
      const refusal = row
        ? refusalFor('request_password_reset', sessionOf(request).person, subjectOf(row, clock()))
        : 'not_found';
      if (!row || refusal) throw new ApiProblem(refusal ?? 'not_found');
      return row;
    },
  };
}

/** Users and their rules, over one database. */
export type Users = ReturnType<typeof createUsers>;
