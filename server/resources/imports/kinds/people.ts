import { sql } from 'kysely';
import type { ErrorCode } from '../../../../contract/errors.ts';
import { maySignIn } from '../../../../contract/permissions.ts';
import { refusalFor, seesRole } from '../../../../contract/recordRules.ts';
import { mayLackLanguages } from '../../../../contract/interpretingCodes.ts';
import { NewUser, type User } from '../../../../contract/users.ts';
import { recipientsOf } from '../../../notifications/repository.ts';
import { bookedWithout } from '../../reservations/repository.ts';
import { heldAmong } from '../../privacy/holdsTable.ts';
import { admissionNews } from '../../users/acts/context.ts';
import { columnsOf } from '../../users/acts/write.ts';
import { hasOtherOwner, lockOwners, usersOf } from '../../users/repository.ts';
import { subjectOf } from '../../users/wire.ts';
import { inSlices } from '../slices.ts';
import { type CheckedRow, type ImportRules, isGood, refuse } from './rules.ts';

const compared = [
  'email',
  'first_name',
  'last_name',
  'role',
  'department_id',
  'phone',
  'personal_number_last4',
  'language',
  'languages',
] as const;

const languagesOf = (after: CheckedRow['after']) => after['languages'] as User['languages'];

const isInvited = ({ existing, after }: CheckedRow, allowed: Parameters<typeof maySignIn>[1]) =>
  !existing && maySignIn(after['role'] as Parameters<typeof maySignIn>[0], allowed);

/**
 * People are recognised by their e-mail address. Their role, their address, and languages that reservations need are changed
 * on their page only.
 */
export const people: ImportRules = {
  table: 'users',
  schema: NewUser,
  compared,
  derived: ['approval_status', 'created'],
  keyOf: ({ email }) => String(email),
  key: sql`users.email`,
  columnsOf: (form, { deployment, now }, existing) => {
    const columns = columnsOf({ deployment }, form);
    if (existing) return columns;
    const { partner_id: _none, ...columnsOfPerson } = columns;
    const empty = { department_id: null, phone: null, personal_number_last4: null, language: null, languages: [] };
    return { ...empty, ...columnsOfPerson, approval_status: 'approved', created: now };
  },
  check: async ({ db, deployment, now, person }, rows) => {
    for (const row of rows) {
      const { form, existing } = row;
      if (!existing && !seesRole(person, form['role'] as NewUser['role'])) refuse(row, 'role', 'forbidden');
    }
    const known = rows.filter(({ existing }) => existing);
    await inSlices(known, async (slice) => {
      const found = await usersOf(
        db,
        slice.map(({ id }) => id),
      );
      const users = new Map(found.map((user) => [user.id, user]));
      const asked = slice.map(({ id, after }) => ({ interpreter: id, languages: languagesOf(after) }));
      const booked = await bookedWithout(db, asked, now);
      for (const row of slice) {
        const user = users.get(row.id);
        const subject = user && subjectOf(user, deployment, now);
        const refusal = subject ? refusalFor('update', person, subject) : 'not_found';
        if (!subject || !user || refusal) {
          refuse(row, null, refusal ?? 'not_found');
          continue;
        }
        const differs = (column: 'email' | 'role' | 'department_id') => row.after[column] !== user[column];
        if (differs('email')) refuse(row, 'email', 'field_fixed', user.email);
        if (differs('role')) refuse(row, 'role', 'field_fixed', user.role);
        const fixed = differs('department_id') && refusalFor('change_department', person, subject);
        if (fixed) refuse(row, 'department', fixed);
        // Their page asks who comes instead.
        if (booked.has(row.id) && mayLackLanguages(user.languages, languagesOf(row.after)))
          refuse(row, 'languages', 'field_fixed');
      }
    });
  },
  lockUndo: lockOwners,
  after: async ({ trx, invite, notify, notifies, deployment, now }, rows) => {
    const added = rows.filter(({ existing }) => !existing).map(({ id }) => id);
    await notify(await admissionNews(trx, deployment, added, now));
    if (notifies) await invite(rows.filter((row) => isInvited(row, deployment.allowedRoles)).map(({ id }) => id));
  },
  peopleToNotify: (rows, { deployment }) =>
    rows.filter((row) => isGood(row) && isInvited(row, deployment.allowedRoles)).length,
  parts: ['mailed_links'],
  undoObstacles: async ({ db, person, now }, { removed: ids }) => {
    if (ids.length === 0) return new Map();
    const held = await heldAmong(db, ids, now);
    const owners = (await usersOf(db, ids)).filter(({ role }) => role === 'owner').map(({ id }) => id);
    const areLast = owners.length > 0 && !(await hasOtherOwner(db, owners, now));
    return new Map<string, ErrorCode>([
      ...(areLast ? owners.map((id) => [id, 'last_owner'] as const) : []),
      ...held.map((id) => [id, 'legal_hold'] as const),
      ...ids.filter((id) => id === person.id).map((id) => [id, 'not_oneself'] as const),
    ]);
  },
  beforeRemoval: async ({ trx, notify }, removed) => {
    const invited = await trx
      .selectFrom('mailed_links')
      .select('user_id')
      .distinct()
      .where('purpose', '=', 'invitation')
      .where('user_id', 'in', [...removed])
      .execute();
    const recipients = await recipientsOf(
      trx,
      invited.flatMap(({ user_id }) => user_id ?? []),
    );
    // Without an account, so that the news does not go with it.
    const to = recipients.map((recipient) => ({ ...recipient, id: null }));
    await notify([{ about: 'account', what: 'deleted', to }]);
  },
};
