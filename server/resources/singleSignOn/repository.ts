import type { Db } from '../../db/tables.ts';

/** The id of the department with this name, ignoring case. */
export async function departmentNamed(db: Db, name: string): Promise<string | null> {
  const row = await db
    .selectFrom('departments')
    .select('id')
    .where((where) => where(where.fn<string>('lower', ['name']), '=', where.fn<string>('lower', [where.val(name)])))
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Deletes the sessions of an account, or of one session of its provider, and the sign-ins that wait for a code. Returns the people. */
export async function endProviderSessions(
  trx: Db,
  { issuer, subject, session }: { issuer: string; subject: string | null; session: string | null },
): Promise<string[]> {
  let accounts = trx
    .selectFrom('identities')
    .select('identities.id')
    .where('kind', '=', 'work_account')
    .where('issuer', '=', issuer);
  if (subject !== null) accounts = accounts.where('subject', '=', subject);
  let sessions = trx.deleteFrom('sessions').where('identity_id', 'in', accounts);
  let waiting = trx.deleteFrom('otp_challenges').where('identity_id', 'in', accounts);
  if (session !== null) {
    sessions = sessions.where('provider_session', '=', session);
    waiting = waiting.where('provider_session', '=', session);
  }
  await waiting.execute();
  const ended = await sessions.returning('user_id').execute();
  return [...new Set(ended.map(({ user_id }) => user_id))];
}

/** The ID token of a session that began with single sign-on; null if it did not. */
export async function idTokenOf(db: Db, tokenHash: Buffer): Promise<string | null> {
  const row = await db.selectFrom('sessions').select('id_token').where('token_hash', '=', tokenHash).executeTakeFirst();
  return row?.id_token ?? null;
}
