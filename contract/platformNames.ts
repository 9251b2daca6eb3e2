/** What a video platform sends, in CloudEvents (`type`). `docs/ops/platform.md` has an example of each. */
export const platformEventTypes = [
  'signboard.request.created',
  'signboard.request.offered',
  'signboard.request.answered',
  'signboard.request.ended',
  'signboard.request.abandoned',
  'signboard.request.rated',
  'signboard.recording.started',
  'signboard.recording.ended',
  'signboard.recording.stored',
  'signboard.interpreter.presence',
  'signboard.version.published',
  'signboard.customer.changed',
  'signboard.partner.changed',
] as const;
export type PlatformEventType = (typeof platformEventTypes)[number];

/** The media types of one event and of a batch (CloudEvents 1.0, JSON). */
export const eventMediaTypes = {
  single: 'application/cloudevents+json',
  batch: 'application/cloudevents-batch+json',
} as const;

/** How many events one call may send. */
export const maxPlatformEvents = 1000;

/** What became of an event. */
export const eventStatuses = ['accepted', 'waiting', 'duplicate', 'rejected'] as const;
export type EventStatus = (typeof eventStatuses)[number];
