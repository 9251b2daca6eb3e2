import type { FastifyRequest } from 'fastify';
import { maySignIn } from '../../../../contract/permissions.ts';
import type { User } from '../../../../contract/users.ts';
import { createInvitations } from '../../../auth/mailedLinks.ts';
import { addAuditEntries, type Trx, write } from '../../../collection/write.ts';
import { sessionOf } from '../../../http/guard.ts';
import { linkTo } from '../../../mail/linkTo.ts';
import { ApiProblem } from '../../../problem.ts';
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
  const invitations = await createInvitations(trx, ids, now);
  await addAuditEntries(
    trx,
    { ...caller, act: 'invite' },
    ids.map((id) => ({ collection: 'users', id })),
  );
  await notify(
    trx,
    null,
    invitations.map(({ person, path, validFor }) => ({
      about: 'account',
      what: 'invitation',
      link: linkTo(dashboardUrl, path),
      validFor,
      to: [person],
    })),
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
