import type { FastifyRequest } from 'fastify';
import { maySignIn, writers } from '../../../contract/permissions.ts';
import type { Registration, RegistrationConfirmation } from '../../../contract/registration.ts';
import type { Services } from '../../services.ts';
import { assertUncommon } from '../../auth/commonPasswords.ts';
import { limits } from '../../auth/limits.ts';
import { createLink, endRegistrations, findLink, takeLink } from '../../auth/mailedLinks.ts';
import { assertSame } from '../../auth/passwords.ts';
import { addressKey, chargeAll, tryCharge } from '../../auth/throttle.ts';
import { write } from '../../collection/write.ts';
import { linkTo } from '../../mail/linkTo.ts';
import type { Recipient } from '../../notifications/events.ts';
import { phoneOf } from '../../phone.ts';
import { ApiProblem } from '../../problem.ts';
import { randomId } from '../../randomId.ts';
import { findAccountByEmail, staffOf } from '../auth/repository.ts';
import { insertUser } from '../users/repository.ts';

/** Requesting an account: first with name and address, then with the mailed link. */
export type Registrations = {
  /** Sends a link to the address or, if it has an account, a notice of that. */
  ask: (request: FastifyRequest, registration: Registration) => Promise<void>;
  /**
   * Creates an account that waits for approval, and notifies staff. @throws ApiProblem registration_link_expired,
   * email_taken, password_common.
   */
  confirm: (
    request: FastifyRequest,
    confirmation: RegistrationConfirmation,
  ) => Promise<{ person: string; answer: null }>;
};

const { throttles } = limits;

/** Every registration starts with this role; staff can change it. */
const role = 'interpreter';

/** @see Registrations */
export function createRegistrations({
  deployment,
  database: { db },
  passwords,
  clock,
  notify,
  settings: { dashboardUrl },
}: Services): Registrations {
  return {
    ask: async (request, { email: typed, first_name, last_name, phone: number, language: chosen }) => {
      const now = clock();
      const email = typed.normalize('NFKC').toLowerCase();
      const from = addressKey(request.ip);
      await chargeAll(
        db,
        [
          { under: throttles.registrationsPerAddress, key: from },
          { under: throttles.registrationsPerPair, key: `${email} ${from}` },
        ],
        now,
      );
      const phone = number ? phoneOf(number, 'phone', deployment) : null;
      const language = deployment.languages.find(({ value }) => value === chosen)?.value ?? null;
      // The response does not reveal the limit; the mailbox has valid links already.
      if (!(await tryCharge(db, { under: throttles.registrationMailsPerMailbox, key: email }, now))) return;
      // The same work for every address, so that response times do not reveal accounts; only the mail differs.
      await write(db, { request, now }, async (trx) => {
        const account = await findAccountByEmail(trx, email);
        const details = { email, first_name, last_name, phone, language };
        const { path, validFor } = await createLink(trx, 'registration', { user_id: null, details }, now);
        const link = linkTo(dashboardUrl, path);
        const newcomer: Recipient = { id: null, email, language, role };
        await notify(trx, null, [
          account
            ? { about: 'account', what: 'known', to: [account] }
            : { about: 'account', what: 'registration', link, validFor, to: [newcomer] },
        ]);
      });
    },

    confirm: async (request, { token, password, password_confirmation }) => {
      assertSame(password, password_confirmation);
      const now = clock();
      const known = await findLink(db, ['registration'], token, now);
      if (!known) throw new ApiProblem('registration_link_expired');
      assertUncommon(password, known.details, deployment.brand);
      const password_hash = await passwords.hash(password);
      return write(db, { request, now, act: 'register' }, async (trx) => {
        const link = await takeLink(trx, ['registration'], token, now);
        if (!link) throw new ApiProblem('registration_link_expired');
        const { email, first_name, last_name, phone, language } = link.details;
        const id = randomId();
        await insertUser(trx, {
          id,
          email,
          first_name,
          last_name,
          phone,
          language,
          role,
          password_hash,
          created: now,
          approval_status: 'pending',
        });
        await endRegistrations(trx, email);
        const staff = writers('users').filter((each) => maySignIn(each, deployment.allowedRoles));
        const name = `${first_name} ${last_name}`;
        const to = await staffOf(trx, staff, now);
        await notify(trx, id, [{ about: 'account', what: 'registered', id, name, email, to }]);
        return { person: id, answer: null };
      });
    },
  };
}
