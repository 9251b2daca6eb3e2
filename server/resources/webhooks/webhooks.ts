import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { maxWebhooks, secretOverlapHours } from '../../../contract/webhookLimits.ts';
import type {
  NewWebhook,
  Replayed,
  Webhook,
  WebhookChanges,
  WebhookDeliveriesPage,
  WebhookDeliveriesQuery,
  Webhooks as Listed,
  WebhookWithSecret,
} from '../../../contract/webhooks.ts';
import type { Services } from '../../services.ts';
import { etagOf, requireMatch } from '../../collection/etag.ts';
import { orNotFound } from '../../collection/orNotFound.ts';
import { addAuditEntry, type Trx, write } from '../../collection/write.ts';
import { sessionOf } from '../../http/guard.ts';
import { isPrivateUrl } from '../../outgoing.ts';
import { ApiProblem } from '../../problem.ts';
import { randomId } from '../../randomId.ts';
import { staffOf } from '../auth/repository.ts';
import { sendWebhooks } from './delivery.ts';
import {
  countWebhooks,
  deleteWebhook,
  expireSecrets,
  findWebhook,
  insertSecret,
  insertTestEvent,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  lockWebhook,
  replayDeliveries,
  resumeDeliveries,
  updateWebhook,
  type WebhookRow,
} from './repository.ts';
import { secretText } from './signature.ts';

/** The endpoints of other systems that owners add. */
export type Webhooks = {
  list: () => Promise<Listed>;
  /** @throws ApiProblem not_found */
  read: (id: string) => Promise<Webhook>;
  /** @throws ApiProblem too_many_webhooks, invalid */
  create: (request: FastifyRequest, form: NewWebhook) => Promise<WebhookWithSecret>;
  /** @throws ApiProblem not_found, precondition_required, precondition_failed, invalid */
  change: (request: FastifyRequest, id: string, changes: WebhookChanges) => Promise<Webhook>;
  /** @throws ApiProblem not_found */
  remove: (request: FastifyRequest, id: string) => Promise<void>;
  /** Makes another secret; the former one signs, too, for a day. @throws ApiProblem not_found */
  rotate: (request: FastifyRequest, id: string) => Promise<WebhookWithSecret>;
  /** Sends a test event. @throws ApiProblem not_found, transition_refused if the webhook is disabled */
  test: (request: FastifyRequest, id: string) => Promise<void>;
  /** @throws ApiProblem not_found */
  deliveries: (id: string, query: WebhookDeliveriesQuery) => Promise<WebhookDeliveriesPage>;
  /**
   * Lets deliveries wait again: one that has ended, or all that were given up (`delivery` is null).
   * @throws ApiProblem not_found, transition_refused if the webhook is disabled
   */
  replay: (request: FastifyRequest, id: string, delivery: string | null) => Promise<Replayed>;
};

const hour = 60 * 60_000;

const onWire = ({ version, created, failing_since, former_secret_until, ...row }: WebhookRow): Webhook => ({
  ...row,
  etag: etagOf(version),
  created: created.toISOString(),
  failing_since: failing_since?.toISOString() ?? null,
  former_secret_until: former_secret_until?.toISOString() ?? null,
});

/** @throws ApiProblem invalid for an address that events must not go to. */
function requireAllowed(url: string, { privateWebhooks }: Pick<Services['settings'], 'privateWebhooks'>): void {
  if (privateWebhooks) return;
  const target = new URL(url);
  const code = target.protocol !== 'https:' ? 'link_invalid' : isPrivateUrl(target) ? 'private_address' : null;
  if (code) throw new ApiProblem('invalid', { errors: { url: [code] } });
}

/** Stores a new secret of a webhook. Returns it as text. */
async function addSecret({ fileKeys }: Services, trx: Trx, webhook_id: string, now: Date): Promise<string> {
  const id = randomId();
  const { key, wrapped } = fileKeys.create(id);
  await insertSecret(trx, { id, webhook_id, ...wrapped, created: now });
  return secretText(key);
}

type Change = {
  what: 'webhook_added' | 'webhook_changed' | 'webhook_secret_replaced';
  id: string;
  name: string;
  url: string;
};

/** Sends owners an e-mail about where events go now, also to the one who has decided it. */
async function tellOwners({ notify }: Services, trx: Trx, change: Change, now: Date): Promise<void> {
  await notify(trx, null, [{ about: 'account', ...change, to: await staffOf(trx, ['owner'], now) }]);
}

const readWebhook = async ({ database: { db }, clock }: Services, id: string): Promise<Webhook> =>
  onWire(orNotFound(await findWebhook(db, id, clock())));

/** The webhooks themselves. `wake` lets the sender look for what is due. */
function recordsOf(
  services: Services,
  wake: () => void,
): Pick<Webhooks, 'list' | 'read' | 'create' | 'change' | 'remove' | 'rotate'> {
  const {
    database: { db },
    clock,
    settings,
  } = services;
  return {
    list: async () => ({ results: (await listWebhooks(db, clock())).map(onWire) }),
    read: (id) => readWebhook(services, id),
    create: async (request, form) => {
      const now = clock();
      requireAllowed(form.url, settings);
      const id = randomId();
      const secret = await write(db, { request, now }, async (trx) => {
        // Of two calls at a time only one may add the last one.
        await sql`select pg_advisory_xact_lock(hashtext('signboard.webhooks'))`.execute(trx);
        if ((await countWebhooks(trx)) >= maxWebhooks) throw new ApiProblem('too_many_webhooks');
        await insertWebhook(trx, { ...form, id, created: now, created_by: sessionOf(request).person.id });
        await tellOwners(services, trx, { what: 'webhook_added', id, name: form.description, url: form.url }, now);
        return addSecret(services, trx, id, now);
      });
      return { secret, record: await readWebhook(services, id) };
    },

    change: async (request, id, { enabled, ...changes }) => {
      const now = clock();
      if (changes.url !== undefined) requireAllowed(changes.url, settings);
      await write(db, { request, now }, async (trx) => {
        const before = orNotFound(await lockWebhook(trx, id));
        requireMatch(request, before.version);
        const switched = enabled === undefined || enabled === before.enabled ? null : enabled;
        await updateWebhook(trx, id, {
          ...changes,
          ...(switched === null ? {} : { enabled: switched, disabled_because: switched ? null : 'owner' }),
        });
        if (switched === true) await resumeDeliveries(trx, id, now);
        const { description: name, url, event_types } = { ...before, ...changes };
        if (url !== before.url || event_types.toString() !== before.event_types.toString())
          await tellOwners(services, trx, { what: 'webhook_changed', id, name, url }, now);
      });
      wake();
      return readWebhook(services, id);
    },

    remove: async (request, id) => {
      await write(db, { request, now: clock() }, async (trx) => {
        if (!(await deleteWebhook(trx, id))) throw new ApiProblem('not_found');
      });
    },

    rotate: async (request, id) => {
      const now = clock();
      const caller = { request, now, act: 'rotate_webhook_secret' };
      const secret = await write(db, caller, async (trx) => {
        const { description: name, url } = orNotFound(await lockWebhook(trx, id));
        await tellOwners(services, trx, { what: 'webhook_secret_replaced', id, name, url }, now);
        await expireSecrets(trx, id, new Date(now.getTime() + secretOverlapHours * hour));
        await addAuditEntry(trx, caller, { collection: 'webhooks', id });
        return addSecret(services, trx, id, now);
      });
      return { secret, record: await readWebhook(services, id) };
    },
  };
}

/** What is sent to webhooks. `wake` lets the sender look for what is due. */
function deliveriesOf(services: Services, wake: () => void): Pick<Webhooks, 'test' | 'deliveries' | 'replay'> {
  const {
    database: { db },
    clock,
  } = services;

  /** An act on an enabled webhook, recorded in the audit log. */
  const actOn = async <Result>(
    request: FastifyRequest,
    { id, act }: { id: string; act: string },
    perform: (trx: Trx, now: Date) => Promise<Result>,
  ): Promise<Result> => {
    const now = clock();
    const caller = { request, now, act };
    return write(db, caller, async (trx) => {
      const { enabled } = orNotFound(await lockWebhook(trx, id));
      if (!enabled) throw new ApiProblem('transition_refused');
      const result = await perform(trx, now);
      await addAuditEntry(trx, caller, { collection: 'webhooks', id });
      return result;
    });
  };

  return {
    test: async (request, id) => {
      await actOn(request, { id, act: 'test_webhook' }, (trx, now) => insertTestEvent(trx, id, now));
      wake();
    },

    deliveries: async (id, query) => {
      await readWebhook(services, id);
      const { count, rows } = await listDeliveries(db, id, query);
      const results = rows.map(({ created, due, attempts, ...row }) => ({
        ...row,
        created: created.toISOString(),
        next_attempt: row.state === 'waiting' ? due.toISOString() : null,
        attempts: attempts.map(({ at, ...attempt }) => ({ ...attempt, at: new Date(at).toISOString() })),
      }));
      return { count, results };
    },

    replay: async (request, id, delivery) => {
      const count = await actOn(request, { id, act: 'replay_webhook' }, async (trx, now) => {
        const replayed = await replayDeliveries(trx, id, { delivery, now });
        if (delivery !== null && replayed === 0) throw new ApiProblem('not_found');
        return replayed;
      });
      wake();
      return { count };
    },
  };
}

/** @see Webhooks */
export function createWebhooks(app: FastifyInstance, services: Services): Webhooks {
  const sender = services.settings.senders ? sendWebhooks(app, services) : null;
  const wake = () => sender?.wake();
  return { ...recordsOf(services, wake), ...deliveriesOf(services, wake) };
}
