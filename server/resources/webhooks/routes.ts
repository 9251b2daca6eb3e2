import Type from 'typebox';
import { RecordPath, UpdateHeaders } from '../../../contract/collection.ts';
import {
  NewWebhook,
  Replayed,
  Webhook,
  WebhookChanges,
  WebhookDeliveriesPage,
  WebhookDeliveriesQuery,
  Webhooks,
  WebhookWithSecret,
} from '../../../contract/webhooks.ts';
import { sendRecord } from '../../collection/etag.ts';
import { NoContent, routeOptions, type TypedApp } from '../../http/routes.ts';
import { mayRead, mayWrite } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { createWebhooks } from './webhooks.ts';

const reads = routeOptions('webhooks', { policy: mayRead('webhooks') });
const writes = routeOptions('webhooks', { policy: mayWrite('webhooks') });

const params = RecordPath;

/** The webhooks and their secrets. */
function serveRecords(app: TypedApp, webhooks: ReturnType<typeof createWebhooks>): void {
  app.get('/webhooks/', reads({ summary: 'The webhooks', response: { 200: Webhooks } }), () => webhooks.list());

  app.post(
    '/webhooks/',
    writes({
      summary: 'Add a webhook',
      description:
        'The response is the only one that contains the secret. 400 `invalid` with `private_address` for an address in a private network.',
      body: NewWebhook,
      response: { 201: WebhookWithSecret },
    }),
    (request) => webhooks.create(request, request.body),
  );

  app.get(
    '/webhooks/:id/',
    reads({ summary: 'One of the webhooks', params, response: { 200: Webhook } }),
    async (request, reply) => sendRecord(reply, await webhooks.read(request.params.id)),
  );

  app.patch(
    '/webhooks/:id/',
    writes({
      summary: 'Change a webhook',
      description: 'Enabling it again sends what waits, and begins anew to count failures.',
      params,
      headers: UpdateHeaders,
      body: WebhookChanges,
      response: { 200: Webhook },
    }),
    async (request, reply) => sendRecord(reply, await webhooks.change(request, request.params.id, request.body)),
  );

  app.delete(
    '/webhooks/:id/',
    writes({
      summary: 'Delete a webhook',
      description: 'Its waiting events are not sent, and its log is deleted.',
      params,
      response: { 204: NoContent },
    }),
    (request) => webhooks.remove(request, request.params.id),
  );

  app.post(
    '/webhooks/:id/rotate_secret/',
    writes({
      summary: 'Replace the secret of a webhook',
      description: 'The former secret signs, too, for a day.',
      params,
      response: { 200: WebhookWithSecret },
    }),
    (request) => webhooks.rotate(request, request.params.id),
  );
}

/** What is sent to a webhook, and what was sent. */
function serveDeliveries(app: TypedApp, webhooks: ReturnType<typeof createWebhooks>): void {
  app.post(
    '/webhooks/:id/test/',
    writes({
      summary: 'Send a test event',
      description: '409 `transition_refused` if the webhook is disabled.',
      params,
      response: { 204: NoContent },
    }),
    (request) => webhooks.test(request, request.params.id),
  );

  app.get(
    '/webhooks/:id/deliveries/',
    reads({
      summary: 'The events for a webhook, with the attempts to send them',
      params,
      querystring: WebhookDeliveriesQuery,
      response: { 200: WebhookDeliveriesPage },
    }),
    (request) => webhooks.deliveries(request.params.id, request.query),
  );

  app.post(
    '/webhooks/:id/replay/',
    writes({
      summary: 'Send all events again that were given up',
      description: '409 `transition_refused` if the webhook is disabled.',
      params,
      response: { 200: Replayed },
    }),
    (request) => webhooks.replay(request, request.params.id, null),
  );

  app.post(
    '/webhooks/:id/deliveries/:delivery/replay/',
    writes({
      summary: 'Send one event again',
      description: 'With the same id, which receivers recognise. 409 `transition_refused` if the webhook is disabled.',
      params: Type.Object({ ...RecordPath.properties, delivery: RecordPath.properties.id }),
      response: { 200: Replayed },
    }),
    (request) => webhooks.replay(request, request.params.id, request.params.delivery),
  );
}

/** `webhooks/`: endpoints of other systems, their secrets, and what was sent to them. */
export function routes(app: TypedApp, services: Services): void {
  const webhooks = createWebhooks(app, services);
  serveRecords(app, webhooks);
  serveDeliveries(app, webhooks);
}
