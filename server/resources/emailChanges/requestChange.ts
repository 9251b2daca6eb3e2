import type { FastifyRequest } from 'fastify';
import type { NewOwnEmail, OwnEmail } from '../../../contract/emailChanges.ts';
import type { Dependencies } from '../../dependencies.ts';
import { limits } from '../../auth/limits.ts';
import { createLink, endLinks, linksOf } from '../../auth/mailedLinks.ts';
import { charge } from '../../auth/throttle.ts';
import { addAuditEntry, write } from '../../collection/write.ts';
import { sessionOf } from '../../http/guard.ts';
import { linkTo } from '../../mail/linkTo.ts';
import type { Notify } from '../../notifications/notifications.ts';
import { ApiProblem } from '../../problem.ts';
import { type Account, findAccountByEmail, findAccountById } from '../auth/repository.ts';
import { lockPerson } from './repository.ts';

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
  const [pending] = await linksOf(context.database.db, 'email_change', id, context.clock());
  return {
    email,
    pending: pending ? { email: pending.details.email, expires: pending.expires.toISOString() } : null,
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
  await charge(db, limits.throttles.emailChangesPerAccount, person.id, now);
  if (await findAccountByEmail(db, email)) throw new ApiProblem('email_taken', { errors: { email: ['email_taken'] } });
  await write(db, { request, now }, async (trx) => {
    const reader = await lockPerson(trx, person.id);
    if (!reader) throw new ApiProblem('unauthorized');
    await endLinks(trx, 'email_change', person.id);
    const change = { user_id: person.id, session_hash, details: { email } };
    const { path, validFor } = await createLink(trx, 'email_change', change, now);
    const link = linkTo(dashboardUrl, path);
    const caller = { request, now, act: 'request_email_change' };
    await addAuditEntry(trx, caller, { collection: 'users', id: person.id, after: { email } });
    const to = [{ ...reader, email }];
    await notify(trx, null, [{ about: 'account', what: 'email_confirm', link, validFor, to }]);
  });
  return readOwnEmail(context, request);
}
