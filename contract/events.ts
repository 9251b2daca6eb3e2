import Type, { type Static } from 'typebox';
import { type Kind, kindNames } from './kinds.ts';

const unannounced = ['audit', 'security_events', 'saved_views'] as const satisfies Kind[];

/** A kind of record whose changes are announced. `overview`: who is online has changed. */
export type AnnouncedKind = Exclude<Kind, (typeof unannounced)[number]> | 'overview';

/** The kinds of records whose changes are announced. The logs grow with nearly every call, and saved views belong to one person. */
export const announcedKinds: readonly AnnouncedKind[] = [
  ...kindNames.filter((kind) => !(unannounced as readonly Kind[]).includes(kind)),
  'overview',
] as AnnouncedKind[];

/** What changed: a record of a kind. `editors`: who has the form of the record open. `notifications`: those of the person. */
export type Change = {
  kind: AnnouncedKind | 'editors' | 'notifications';
  /** Null if many records changed, or if the kind has none. */
  id: string | null;
  /** The record's `etag` after the change; null if it has none, was deleted, or is unknown. */
  etag: string | null;
};

/** The first event of a stream. */
export type StreamStart = {
  /** Whether the events after it are complete. False: the client reads again what it shows. */
  resumed: boolean;
};

/** `GET events/`: the query. */
export const EventsQuery = Type.Object(
  {
    age: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 3_600_000,
        description:
          'Without `Last-Event-ID`: how long ago the client began to read what it shows, in milliseconds. Changes since then are sent first.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type EventsQuery = Static<typeof EventsQuery>;

/** `GET events/`: the headers. Other clients than those that read streams would wait for an end. */
export const EventsHeaders = Type.Object({
  accept: Type.String({ pattern: '^text/event-stream', description: '`text/event-stream`.' }),
  'last-event-id': Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'The last event that the client has received: the stream continues after it.',
    }),
  ),
});
