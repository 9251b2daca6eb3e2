import type {
  NewWebhook,
  Replayed,
  Webhook,
  WebhookChanges,
  WebhookDeliveriesPage,
  Webhooks,
  WebhookWithSecret,
} from '../../contract/webhooks.ts';
import { patch, post, remove } from './http.ts';
import { query } from './query.ts';

const path = 'webhooks/';
const at = (id: string) => `${path}${id}/`;

/** `webhooks/`: endpoints of other systems, their secrets, and what was sent to them. */
export const webhooks = {
  path,
  list: query<Webhooks>(path),
  read: (id: string) => query<Webhook>(at(id)),
  /** The events for a webhook, the newest first. */
  deliveries: (id: string, params: { page: number; page_size: number }) =>
    query<WebhookDeliveriesPage>(`${at(id)}deliveries/`, params),
  /** Adds a webhook; the answer contains its secret. */
  create: (webhook: NewWebhook): Promise<WebhookWithSecret> => post(path, webhook),
  change: ({ id, etag }: Webhook, changes: WebhookChanges): Promise<Webhook> =>
    patch(at(id), changes, { ifMatch: etag }),
  remove: (id: string): Promise<void> => remove(at(id)),
  /** Replaces the secret; the answer contains the new one. */
  rotateSecret: (id: string): Promise<WebhookWithSecret> => post(`${at(id)}rotate_secret/`),
  sendTest: (id: string): Promise<void> => post(`${at(id)}test/`),
  /** Sends all events again that were given up. */
  replayFailed: (id: string): Promise<Replayed> => post(`${at(id)}replay/`),
  /** Sends one event again. */
  replay: (id: string, delivery: string): Promise<Replayed> => post(`${at(id)}deliveries/${delivery}/replay/`),
};
