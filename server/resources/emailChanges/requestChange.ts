import type { FastifyRequest } from 'fastify';
import type { NewOwnEmail, OwnEmail } from '../../../contract/emailChanges.ts';
import type { Dependencies } from '../../dependencies.ts';
import { limits } from '../../auth/limits.ts';
import { randomToken, tokenHash } from '../../auth/secrets.ts';
import { charge } from '../../auth/throttle.ts';
import { addAuditEntry, write } from '../../collection/write.ts';
import { sessionOf } from '../../http/guard.ts';
import { linkTo } from '../../mail/linkTo.ts';
import type { Notify } from '../../notifications/notifications.ts';
import { ApiProblem } from '../../problem.ts';
import { type Account, findAccountByEmail, findAccountById } from '../auth/repository.ts';
import { findChange, lockPerson, replaceChange } from './repository.ts';

/** The dependencies of acts on e-mail addresses. */
export type Context = Dependencies & { notify: Notify };

async function accountOf({ database: { db } }: Context, request: FastifyRequest): Promise<Account> {
  const account = await findAccountById(db, sessionOf(request).person.id);
  if (!account) throw new ApiProblem('unauthorized');
  return account;
}

/** The caller's address, and its unconfirmed change. */
export async function readOwnEmail(context: Context, request: FastifyRequest): Promise<OwnEmail> {
  const { id, email } = await accountOf(context, request);
  const pending = await findChange(context.database.db, id, context.clock());
  return {
    email,
    pending: pending ? { email: pending.email, expires: pending.expires.toISOString() } : null,
  };
}

/** Mails a link to the new address. @throws ApiProblem email_taken. */
export async function requestChange(
  context: Context,
  request: FastifyRequest,
  { email: typed }: NewOwnEmail,
): Promise<OwnEmail> {
  const {
    database: { db },
    clock,
    notify,
    settings: { dashboardUrl },
  } = context;
  const now = clock();
  const { person, tokenHash: session_hash } = sessionOf(request);
  const email = typed.normalize('NFKC').toLowerCase();
  const token = randomToken();
  const link = linkTo(dashboardUrl, `auth/confirm-email?token=${token}`);
  await charge(db, limits.throttles.emailChangesPerAccount, person.id, now);
  if (await findAccountByEmail(db, email)) throw new ApiProblem('email_taken', { errors: { email: ['email_taken'] } });
  const validFor = limits.emailChange;
  await write(db, { request, now }, async (trx) => {
    const reader = await lockPerson(trx, person.id);
    if (!reader) throw new ApiProblem('unauthorized');
    const expires = new Date(now.getTime() + validFor);
    const change = { token_hash: tokenHash(token), user_id: person.id, email, session_hash, created: now, expires };
    await replaceChange(trx, change);
    const caller = { request, now, act: 'request_email_change' };
    await addAuditEntry(trx, caller, { collection: 'users', id: person.id, after: { email } });
    const to = [{ ...reader, email }];
    await notify(trx, null, [{ about: 'account', what: 'email_confirm', link, validFor, to }]);
  });
  return readOwnEmail(context, request);
}
