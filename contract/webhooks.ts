import Type, { type Static } from 'typebox';
import { Etag, listQuery, page } from './collection.ts';
import { Id, Instant, Link, Name } from './fields.ts';
import {
  type AttemptFailure,
  attemptFailures,
  type DeliveryState,
  deliveryStates,
  type DisabledReason,
  disabledReasons,
  testEventType,
  type WebhookEventType,
  webhookEventTypes,
} from './webhookLimits.ts';

const EventType = Type.Unsafe<WebhookEventType>(Type.Enum([...webhookEventTypes]));
const State = Type.Unsafe<DeliveryState>(Type.Enum([...deliveryStates]));
const orNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

const written = {
  url: Link,
  description: Name,
  event_types: Type.Array(EventType, { minItems: 1, maxItems: webhookEventTypes.length, uniqueItems: true }),
};

/** An endpoint of another system that events are sent to. Its secret is not returned. */
export const Webhook = Type.Object(
  {
    id: Id,
    etag: Etag,
    url: Type.String(),
    description: Type.String(),
    event_types: Type.Array(EventType),
    enabled: Type.Boolean(),
    disabled_because: orNull(
      Type.Unsafe<DisabledReason>(
        Type.Enum([...disabledReasons], {
          description:
            '`owner`: an owner has disabled it. `failures`: every attempt has failed for days. `gone`: the endpoint has answered 410.',
        }),
      ),
    ),
    created: Instant,
    created_by: orNull(Type.String({ description: 'The name of the owner who added it.' })),
    failing_since: orNull(Instant),
    former_secret_until: orNull(
      Type.String({ format: 'date-time', description: 'The former secret signs, too, until then.' }),
    ),
    waiting: Type.Integer({ minimum: 0, description: 'Deliveries that are still attempted.' }),
    failed: Type.Integer({ minimum: 0, description: 'Deliveries that were given up.' }),
  },
  { $id: 'Webhook' },
);
export type Webhook = Static<typeof Webhook>;

/** `GET webhooks/`: all webhooks, the newest first. */
export const Webhooks = Type.Object({ results: Type.Array(Webhook) }, { $id: 'Webhooks' });
export type Webhooks = Static<typeof Webhooks>;

/** `POST webhooks/`. */
export const NewWebhook = Type.Object(written, { $id: 'NewWebhook', additionalProperties: false });
export type NewWebhook = Static<typeof NewWebhook>;

/** `PATCH webhooks/{id}/`. */
export const WebhookChanges = Type.Partial(Type.Object({ ...written, enabled: Type.Boolean() }), {
  $id: 'WebhookChanges',
  additionalProperties: false,
});
export type WebhookChanges = Static<typeof WebhookChanges>;

/** A webhook with its secret: the only time that the secret is shown. */
export const WebhookWithSecret = Type.Object(
  {
    secret: Type.String({ description: '`whsec_` and the key in base64, as Standard Webhooks spells it.' }),
    record: Webhook,
  },
  { $id: 'WebhookWithSecret' },
);
export type WebhookWithSecret = Static<typeof WebhookWithSecret>;

/** One event for one webhook, with the latest attempts. */
export const WebhookDelivery = Type.Object(
  {
    id: Type.String({ description: 'Sent as `webhook-id`; the same for every attempt.' }),
    type: Type.Unsafe<WebhookEventType | typeof testEventType>(Type.Enum([...webhookEventTypes, testEventType])),
    state: State,
    created: Instant,
    next_attempt: orNull(Instant),
    attempts: Type.Array(
      Type.Object({
        at: Instant,
        milliseconds: Type.Integer({ minimum: 0 }),
        status: orNull(Type.Integer()),
        failure: orNull(Type.Unsafe<AttemptFailure>(Type.Enum([...attemptFailures]))),
        answer: Type.String({ description: 'The beginning of the response.' }),
      }),
      { description: 'The newest first, at most 10.' },
    ),
  },
  { $id: 'WebhookDelivery' },
);
export type WebhookDelivery = Static<typeof WebhookDelivery>;

/** `GET webhooks/{id}/deliveries/`. */
export const WebhookDeliveriesQuery = listQuery(['created'], { state: Type.Optional(State) });
export type WebhookDeliveriesQuery = Static<typeof WebhookDeliveriesQuery>;

/** `GET webhooks/{id}/deliveries/`: the deliveries of the last 30 days, the newest first. */
export const WebhookDeliveriesPage = page(WebhookDelivery, 'WebhookDeliveriesPage');
export type WebhookDeliveriesPage = Static<typeof WebhookDeliveriesPage>;

/** `POST webhooks/{id}/replay/`: how many deliveries wait again. */
export const Replayed = Type.Object({ count: Type.Integer({ minimum: 0 }) }, { $id: 'Replayed' });
export type Replayed = Static<typeof Replayed>;
