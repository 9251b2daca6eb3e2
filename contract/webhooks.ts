import Type, { type Static } from 'typebox';
import { Etag, listQuery, page } from './collection.ts';
import { form, Id, Instant, Link, Name, named, nullable, oneOf, partialForm } from './fields.ts';
import {
  attemptFailures,
  deliveryStates,
  disabledReasons,
  testEventType,
  type WebhookEventType,
  webhookEventTypes,
} from './webhookLimits.ts';

const EventType = oneOf(webhookEventTypes);
const State = oneOf(deliveryStates);

const written = {
  url: Link,
  description: Name,
  event_types: Type.Array(EventType, { minItems: 1, maxItems: webhookEventTypes.length, uniqueItems: true }),
};

/** An endpoint of another system that events are sent to. Its secret is not returned. */
export const Webhook = named('Webhook', {
  id: Id,
  etag: Etag,
  url: Type.String(),
  description: Type.String(),
  event_types: Type.Array(EventType),
  enabled: Type.Boolean(),
  disabled_because: nullable(
    oneOf(
      disabledReasons,
      '`owner`: an owner has disabled it. `failures`: every attempt has failed for days. `gone`: the endpoint has answered 410.',
    ),
  ),
  created: Instant,
  created_by: nullable(Type.String({ description: 'The name of the owner who added it.' })),
  failing_since: nullable(Instant),
  former_secret_until: nullable(
    Type.String({ format: 'date-time', description: 'The former secret signs, too, until then.' }),
  ),
  waiting: Type.Integer({ minimum: 0, description: 'Deliveries that are still attempted.' }),
  failed: Type.Integer({ minimum: 0, description: 'Deliveries that were given up.' }),
});
export type Webhook = Static<typeof Webhook>;

/** `GET webhooks/`: all webhooks, the newest first. */
export const Webhooks = named('Webhooks', { results: Type.Array(Webhook) });
export type Webhooks = Static<typeof Webhooks>;

/** `POST webhooks/`. */
export const NewWebhook = form('NewWebhook', written);
export type NewWebhook = Static<typeof NewWebhook>;

/** `PATCH webhooks/{id}/`. */
export const WebhookChanges = partialForm('WebhookChanges', { ...written, enabled: Type.Boolean() });
export type WebhookChanges = Static<typeof WebhookChanges>;

/** A webhook with its secret: the only time that the secret is shown. */
export const WebhookWithSecret = named('WebhookWithSecret', {
  secret: Type.String({ description: '`whsec_` and the key in base64, as Standard Webhooks spells it.' }),
  record: Webhook,
});
export type WebhookWithSecret = Static<typeof WebhookWithSecret>;

/** One event for one webhook, with the latest attempts. */
export const WebhookDelivery = named('WebhookDelivery', {
  id: Type.String({ description: 'Sent as `webhook-id`; the same for every attempt.' }),
  type: Type.Unsafe<WebhookEventType | typeof testEventType>(Type.Enum([...webhookEventTypes, testEventType])),
  state: State,
  created: Instant,
  next_attempt: nullable(Instant),
  attempts: Type.Array(
    Type.Object({
      at: Instant,
      milliseconds: Type.Integer({ minimum: 0 }),
      status: nullable(Type.Integer()),
      failure: nullable(oneOf(attemptFailures)),
      answer: Type.String({ description: 'The beginning of the response.' }),
    }),
    { description: 'The newest first, at most 10.' },
  ),
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;

/** `GET webhooks/{id}/deliveries/`. */
export const WebhookDeliveriesQuery = listQuery(['created'], { state: Type.Optional(State) });
export type WebhookDeliveriesQuery = Static<typeof WebhookDeliveriesQuery>;

/** `GET webhooks/{id}/deliveries/`: the deliveries of the last 30 days, the newest first. */
export const WebhookDeliveriesPage = page(WebhookDelivery, 'WebhookDeliveriesPage');
export type WebhookDeliveriesPage = Static<typeof WebhookDeliveriesPage>;

/** `POST webhooks/{id}/replay/`: how many deliveries wait again. */
export const Replayed = named('Replayed', { count: Type.Integer({ minimum: 0 }) });
export type Replayed = Static<typeof Replayed>;
