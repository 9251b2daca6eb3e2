import type { FastifyRequest } from 'fastify';
import type { Updateable } from 'kysely';
import { unreachableRoles } from '../../../contract/permissions.ts';
import type { userActs } from '../../../contract/acts.ts';
import type { NewSuspension, NewUser, User, UserChanges, UsersQuery } from '../../../contract/users.ts';
import type { AppParts } from '../../appParts.ts';
import { eachOf } from '../../collection/bulk.ts';
import { etagOf, requireMatch, respectMatch } from '../../collection/etag.ts';
import { type Trx, write } from '../../collection/write.ts';
import type { Tables } from '../../db/tables.ts';
import { sessionOf } from '../../http/guard.ts';
import type { PeopleMails, PeopleNews } from '../../mail/peopleMails.ts';
import { phoneOf } from '../../phone.ts';
import type { Person } from '../../policies/policy.ts';
import { reachesRole, refusalFor, type Subject, userVerdicts } from '../../../contract/recordRules.ts';
import { ApiProblem } from '../../problem.ts';
import { randomId } from '../../randomId.ts';
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
} from './repository.ts';

type Act = (typeof userActs)[number];
type Columns = Updateable<Tables['users']>;

function isSuspended({ suspended_at, suspension_expires }: UserRow, now: Date): boolean {
  return suspended_at !== null && suspended_at <= now && (suspension_expires === null || suspension_expires > now);
}

function subjectOf(row: UserRow, now: Date): Subject {
  return { id: row.id, role: row.role, approval_status: row.approval_status, isSuspended: isSuspended(row, now) };
}

function fieldProblem(field: string, code: 'feature_off' | 'forbidden'): ApiProblem {
  return new ApiProblem(code === 'forbidden' ? 'forbidden' : 'invalid', { errors: { [field]: [code] } });
}

/** Users and their rules (specification §3 and §5, Q24): what is done to them, by whoever calls, each in one transaction. */
export function createUsers({ deployment, database: { db }, clock }: AppParts, mails: PeopleMails) {
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

  /** One act that changes a user's standing. */
  const change = (
    request: FastifyRequest,
    id: string,
    { act, news, columns }: { act: Act; news: PeopleNews; columns: (now: Date) => Columns },
  ): Promise<User> => {
    const { person } = sessionOf(request);
    const now = clock();
    const changes = columns(now);
    return write(db, { request, now, act }, async (trx) => {
      await lockOwners(trx);
      const row = await lockFor(trx, act, id, person, now);
      respectMatch(request, row.version);
      if (act === 'suspend' || act === 'reject') await assertAnotherOwner(trx, row, now);
      await updateUser(trx, id, changes);
      await mails.tell(trx, row, news);
      return reread(trx, id, person, now);
    });
  };

  const removeOne = async (trx: Trx, request: FastifyRequest, id: string, now: Date): Promise<UserRow> => {
    const row = await lockFor(trx, 'delete', id, sessionOf(request).person, now);
    await assertAnotherOwner(trx, row, now);
    await deleteUser(trx, id);
    return row;
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

    update: (request: FastifyRequest, id: string, form: UserChanges): Promise<User> => {
      const { person } = sessionOf(request);
      const now = clock();
      return write(db, { request, now }, async (trx) => {
        if (form.role !== undefined) await lockOwners(trx);
        const row = await lockFor(trx, 'update', id, person, now);
        requireMatch(request, row.version);
        if (form.role !== undefined && form.role !== row.role) {
          const refusal = refusalFor('change_role', person, subjectOf(row, now));
          if (refusal) throw new ApiProblem(refusal, { errors: { role: [refusal] } });
          assertMayMake(person, form.role);
          await assertAnotherOwner(trx, row, now);
        }
        await updateUser(trx, id, columnsOf(form));
        return reread(trx, id, person, now);
      });
    },

    remove: async (request: FastifyRequest, id: string): Promise<void> => {
      const now = clock();
      await write(db, { request, now }, async (trx) => {
        await lockOwners(trx);
        const { version } = await removeOne(trx, request, id, now);
        respectMatch(request, version);
      });
    },

    removeAll: (request: FastifyRequest, ids: readonly string[]) => {
      const now = clock();
      return write(db, { request, now }, async (trx) => {
        await lockOwners(trx);
        return eachOf(trx, ids, async (id) => {
          await removeOne(trx, request, id, now);
        });
      });
    },

    suspend: (request: FastifyRequest, id: string, { reason, expires }: NewSuspension) =>
      change(request, id, {
        act: 'suspend',
        news: { kind: 'suspended', reason, until: expires ? new Date(expires) : null },
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
        news: { kind: 'unsuspended' },
        columns: () => ({ suspended_at: null, suspension_reason: null, suspension_expires: null }),
      }),

    approve: (request: FastifyRequest, id: string) =>
      change(request, id, {
        act: 'approve',
        news: { kind: 'approved' },
        columns: () => ({ approval_status: 'approved' }),
      }),

    reject: (request: FastifyRequest, id: string) =>
      change(request, id, {
        act: 'reject',
        news: { kind: 'rejected' },
        columns: () => ({ approval_status: 'rejected' }),
      }),

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
