import type { FastifyRequest } from 'fastify';
import { maySignIn } from '../../../../contract/permissions.ts';
import type { User } from '../../../../contract/users.ts';
import { limits } from '../../../auth/limits.ts';
import { randomToken, tokenHash } from '../../../auth/secrets.ts';
import { addAuditEntries, type Trx, write } from '../../../collection/write.ts';
import { sessionOf } from '../../../http/guard.ts';
import { linkTo } from '../../../mail/linkTo.ts';
import { ApiProblem } from '../../../problem.ts';
import { insertResets } from '../../passwords/repository.ts';
import { saveInvitations } from '../repository.ts';
import { type Context, lockFor, rereadUser } from './context.ts';

/** Mails people a link to choose their password, within a transaction. @throws ApiProblem mail_failed without DASHBOARD_URL */
export async function sendInvitations(
  { notify, dashboardUrl }: Pick<Context, 'notify' | 'dashboardUrl'>,
  trx: Trx,
  caller: Pick<Parameters<typeof addAuditEntries>[1], 'request' | 'actor' | 'now'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const { now } = caller;
  const validFor = limits.invitation;
  const expires = new Date(now.getTime() + validFor);
  const invited = ids.map((id) => {
    const token = randomToken();
    return { id, token_hash: tokenHash(token), link: linkTo(dashboardUrl, `auth/reset-password?token=${token}`) };
  });
  await insertResets(
    trx,
    invited.map(({ id, token_hash }) => ({ token_hash, user_id: id, created: now, expires })),
  );
  await saveInvitations(trx, ids, { sent: now, expires });
  await addAuditEntries(
    trx,
    { ...caller, act: 'invite' },
    ids.map((id) => ({ collection: 'users', id })),
  );
  await notify(
    trx,
    null,
    invited.map(({ id, link }) => ({ about: 'account', what: 'invitation', link, validFor, to: [id] })),
  );
}

/** Invites a user again, or for the first time. */
export function inviteUser(context: Context, request: FastifyRequest, id: string): Promise<User> {
  const { db, clock, deployment } = context;
  const { person } = sessionOf(request);
  const now = clock();
  return write(db, { request, now }, async (trx) => {
    const { role } = await lockFor(context, trx, 'invite', id, { person, now });
    if (!maySignIn(role, deployment.allowedRoles)) throw new ApiProblem('transition_refused');
    await sendInvitations(context, trx, { request, now }, [id]);
    return rereadUser(context, trx, id, { person, now });
  });
}
