import type { FastifyRequest } from 'fastify';
import { maySignIn } from '../../../../contract/permissions.ts';
import type { User } from '../../../../contract/users.ts';
import { limits } from '../../../auth/limits.ts';
import { randomToken, tokenHash } from '../../../auth/secrets.ts';
import { addAuditEntry, type Trx, write } from '../../../collection/write.ts';
import { sessionOf } from '../../../http/guard.ts';
import { linkTo } from '../../../mail/linkTo.ts';
import { ApiProblem } from '../../../problem.ts';
import { insertReset } from '../../passwords/repository.ts';
import { saveInvitation } from '../repository.ts';
import { type Context, lockFor, rereadUser } from './context.ts';

/** Mails a person a link to choose their password, within a transaction. @throws ApiProblem mail_failed without DASHBOARD_URL */
export async function sendInvitation(
  { notify, dashboardUrl }: Context,
  trx: Trx,
  request: FastifyRequest,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  const token = randomToken();
  const link = linkTo(dashboardUrl, `auth/reset-password?token=${token}`);
  const validFor = limits.invitation;
  const expires = new Date(now.getTime() + validFor);
  await insertReset(trx, { token_hash: tokenHash(token), user_id: id, created: now, expires });
  await saveInvitation(trx, { user_id: id, sent: now, expires });
  await addAuditEntry(trx, { request, now, act: 'invite' }, { collection: 'users', id });
  await notify(trx, null, [{ about: 'account', what: 'invitation', link, validFor, to: [id] }]);
}

/** Invites a user again, or for the first time. */
export function inviteUser(context: Context, request: FastifyRequest, id: string): Promise<User> {
  const { db, clock, deployment } = context;
  const { person } = sessionOf(request);
  const now = clock();
  return write(db, { request, now }, async (trx) => {
    const { role } = await lockFor(context, trx, 'invite', id, { person, now });
    if (!maySignIn(role, deployment.allowedRoles)) throw new ApiProblem('transition_refused');
    await sendInvitation(context, trx, request, { id, now });
    return rereadUser(context, trx, id, { person, now });
  });
}
