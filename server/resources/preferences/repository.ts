import { type Insertable, sql } from 'kysely';
import type { InterpreterPreference } from '../../../contract/preferences.ts';
import { alphabetically } from '../../collection/list.ts';
import { personName } from '../../collection/personName.ts';
import type { Trx } from '../../collection/write.ts';
import type { Db, Tables } from '../../db/tables.ts';

/** Whose wishes they are. */
export type Owner = { customer_id: string } | { partner_id: string };

function selectPreferences(db: Db) {
  return db
    .selectFrom('interpreter_preferences as wish')
    .innerJoin('users', 'users.id', 'wish.interpreter_id')
    .select([
      'wish.id',
      'wish.interpreter_id as interpreter',
      personName('users').as('interpreter_name'),
      'wish.preference',
      'wish.preference_reason as reason',
    ]);
}

/** What a customer or a partner wishes about interpreters, by name. */
export function listPreferences(db: Db, owner: Owner): Promise<InterpreterPreference[]> {
  return selectPreferences(db)
    .where((row) =>
      'customer_id' in owner
        ? row.eb('wish.customer_id', '=', owner.customer_id)
        : row.eb('wish.partner_id', '=', owner.partner_id),
    )
    .orderBy(alphabetically(sql`users.last_name`))
    .orderBy(alphabetically(sql`users.first_name`))
    .orderBy('wish.id')
    .execute();
}

/** Stores a wish instead of the one before about the same interpreter. */
export async function putPreference(
  trx: Trx,
  { id, preference, preference_reason, ...row }: Insertable<Tables['interpreter_preferences']>,
): Promise<InterpreterPreference> {
  const stored = await trx
    .insertInto('interpreter_preferences')
    .values({ id, preference, preference_reason, ...row })
    .onConflict((conflict) =>
      conflict
        .columns([row.customer_id ? 'customer_id' : 'partner_id', 'interpreter_id'])
        .doUpdateSet({ preference, preference_reason }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return selectPreferences(trx).where('wish.id', '=', stored.id).executeTakeFirstOrThrow();
}

/** Deletes a wish; undefined if there is none. */
export function deletePreference(trx: Trx, id: string) {
  return trx.deleteFrom('interpreter_preferences').where('id', '=', id).returning('id').executeTakeFirst();
}
