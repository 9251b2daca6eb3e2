import type { Kysely } from 'kysely';
import type { Role } from '../../contract/roles.ts';
import { randomToken, tokenHash } from '../../server/auth/secrets.ts';
import type { Tables } from '../../server/db/tables.ts';
import { randomId } from '../../server/randomId.ts';

const hour = 3_600_000;

/** A signed-in user. */
export type SignedIn = { id: string; email: string; headers: { authorization: string } };

/** Stores a session of a user and returns its token. `lifetime` is in milliseconds. */
export async function addSession(
  db: Kysely<Tables>,
  userId: string,
  { created = new Date(), lifetime = hour } = {},
): Promise<string> {
  const token = randomToken();
  const expires = new Date(created.getTime() + lifetime);
  await db
    .insertInto('sessions')
    .values({ user_id: userId, token_hash: tokenHash(token), created, expires })
    .execute();
  return token;
}

/** Stores an approved user with a session, in a database without `TestBackend`. */
export async function addSignedIn(db: Kysely<Tables>, role: Role): Promise<SignedIn> {
  const id = randomId();
  const email = `${id}@testland.example`;
  const person = { id, email, first_name: 'Anna', last_name: 'Tamm', created: new Date() };
  await db
    .insertInto('users')
    .values({ ...person, role, approval_status: 'approved' })
    .execute();
  return { id, email, headers: { authorization: `Token ${await addSession(db, id)}` } };
}
