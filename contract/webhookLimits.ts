/** How many webhooks a deployment may have. */
export const maxWebhooks = 20;

/** How long the former secret goes on to sign beside the new one, in hours. */
export const secretOverlapHours = 24;

/** How long deliveries and their attempts are kept, in days. */
export const deliveryDays = 30;

/** After how many days without a success a webhook is disabled. */
export const failingDays = 5;

/** The types of events, by what they are about. A test event is sent on request only, to any webhook. */
export const webhookEventTypes = [
  'shift.created',
  'shift.changed',
  'shift.cancelled',
  'schedule.created',
  'schedule.changed',
  'schedule.cancelled',
  'reservation.created',
  'reservation.changed',
  'reservation.decided',
  'reservation.cancelled',
  'request.created',
  'request.answered',
  'request.ended',
  'person.invited',
  'person.changed',
  'person.suspended',
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** The type of an event that an owner sends to try a webhook. */
export const testEventType = 'test';

/** The states of a delivery: retried, accepted by the endpoint, or given up. */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Why an endpoint gave no response. */
export const attemptFailures = ['private_address', 'timed_out', 'unreachable'] as const;
export type AttemptFailure = (typeof attemptFailures)[number];

/** Why a webhook is disabled. */
export const disabledReasons = ['owner', 'failures', 'gone'] as const;
export type DisabledReason = (typeof disabledReasons)[number];
