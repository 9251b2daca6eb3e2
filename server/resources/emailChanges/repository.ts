import type { Db } from '../../db/tables.ts';
import type { Recipient } from '../../notifications/events.ts';

/** The recipient of mails about a change, with the stored password, locked until the transaction ends. */
export function lockPerson(trx: Db, id: string): Promise<(Recipient & { id: string }) | undefined> {
  return trx
    .selectFrom('users')
    .select(['id', 'email', 'language', 'role'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}
