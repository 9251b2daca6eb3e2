import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
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
import { NoContent } from '../../http/noContent.ts';
import type { TypedApp } from '../../http/typedApp.ts';
import { mayRead, mayWrite } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { createWebhooks } from './webhooks.ts';

const reads = { policy: mayRead('webhooks') };
const writes = { policy: mayWrite('webhooks') };
const tags = ['webhooks'];
const params = RecordPath;

/** The webhooks and their secrets. */
function serveRecords(app: TypedApp, webhooks: ReturnType<typeof createWebhooks>): void {
  app.get('/webhooks/', { config: reads, schema: { summary: 'The webhooks', tags, response: { 200: Webhooks } } }, () =>
    webhooks.list(),
  );

  app.post(
    '/webhooks/',
    {
      config: writes,
      schema: {
        summary: 'Add a webhook',
        description:
          'The response is the only one that contains the secret. 400 `invalid` with `private_address` for an address in a private network.',
        tags,
        body: NewWebhook,
        response: { 201: WebhookWithSecret },
      },
    },
    async (request, reply) => reply.code(201).send(await webhooks.create(request, request.body)),
  );

  app.get(
    '/webhooks/:id/',
    { config: reads, schema: { summary: 'One of the webhooks', tags, params, response: { 200: Webhook } } },
    async (request, reply) => sendRecord(reply, await webhooks.read(request.params.id)),
  );

  app.patch(
    '/webhooks/:id/',
    {
      config: writes,
      schema: {
        summary: 'Change a webhook',
        description: 'Enabling it again sends what waits, and begins anew to count failures.',
        tags,
        params,
        headers: UpdateHeaders,
        body: WebhookChanges,
        response: { 200: Webhook },
      },
    },
    async (request, reply) => sendRecord(reply, await webhooks.change(request, request.params.id, request.body)),
  );

  app.delete(
    '/webhooks/:id/',
    {
      config: writes,
      schema: {
        summary: 'Delete a webhook',
        description: 'Its waiting events are not sent, and its log is deleted.',
        tags,
        params,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await webhooks.remove(request, request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/webhooks/:id/rotate_secret/',
    {
      config: writes,
      schema: {
        summary: 'Replace the secret of a webhook',
        description: 'The former secret signs, too, for a day.',
        tags,
        params,
        response: { 200: WebhookWithSecret },
      },
    },
    (request) => webhooks.rotate(request, request.params.id),
  );
}

/** What is sent to a webhook, and what was sent. */
function serveDeliveries(app: TypedApp, webhooks: ReturnType<typeof createWebhooks>): void {
  app.post(
    '/webhooks/:id/test/',
    {
      config: writes,
      schema: {
        summary: 'Send a test event',
        description: '409 `transition_refused` if the webhook is disabled.',
        tags,
        params,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await webhooks.test(request, request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/webhooks/:id/deliveries/',
    {
      config: reads,
      schema: {
        summary: 'The events for a webhook, with the attempts to send them',
        tags,
        params,
        querystring: WebhookDeliveriesQuery,
        response: { 200: WebhookDeliveriesPage },
      },
    },
    (request) => webhooks.deliveries(request.params.id, request.query),
  );

  app.post(
    '/webhooks/:id/replay/',
    {
      config: writes,
      schema: {
        summary: 'Send all events again that were given up',
        description: '409 `transition_refused` if the webhook is disabled.',
        tags,
        params,
        response: { 200: Replayed },
      },
    },
    (request) => webhooks.replay(request, request.params.id, null),
  );

  app.post(
    '/webhooks/:id/deliveries/:delivery/replay/',
    {
      config: writes,
      schema: {
        summary: 'Send one event again',
        description:
          'With the same id, which receivers recognise. 409 `transition_refused` if the webhook is disabled.',
        tags,
        params: Type.Object({ ...RecordPath.properties, delivery: RecordPath.properties.id }),
        response: { 200: Replayed },
      },
    },
    (request) => webhooks.replay(request, request.params.id, request.params.delivery),
  );
}

/** `webhooks/`: endpoints of other systems, their secrets, and what was sent to them. */
export const routes =
  (services: Services): FastifyPluginAsyncTypebox =>
  async (app) => {
    const webhooks = createWebhooks(app, services);
    serveRecords(app, webhooks);
    serveDeliveries(app, webhooks);
  };
