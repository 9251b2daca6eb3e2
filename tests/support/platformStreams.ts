import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import {
  addFacts,
  type CheckedEvent,
  type Facts,
  patchOf,
  type RequestPatch,
  withoutData,
} from '../../server/resources/platform/facts.ts';

const source = 'https://video.example';
const start = Date.parse('2024-05-01T09:00:00Z');

const text = fc.constantFrom('one', 'two', 'three');
const person = fc.constantFrom('a'.repeat(24), 'b'.repeat(24));
const recording = fc.constantFrom('rec-1', 'rec-2');
const media_kind = fc.constantFrom('audio', 'video');
const rating = fc.integer({ min: 1, max: 5 });

/** What an event says, by type; interpreters are beside the data. */
const contents = {
  'signboard.request.created': fc.record({ category: text, note: text, customer: text, phone: text }),
  'signboard.request.offered': fc.record({ interpreter: person }),
  'signboard.request.answered': fc.record({ interpreter: person }),
  'signboard.request.ended': fc.record({ closure_note: text }, { requiredKeys: [] }),
  'signboard.request.abandoned': fc.record({}),
  'signboard.request.rated': fc.record({ rating, notes: text }),
  'signboard.recording.started': fc.record({ recording, media_kind }),
  'signboard.recording.ended': fc.record({ recording, media_kind }),
  'signboard.recording.stored': fc.record({ recording, media_kind, object: text }),
};

const event = fc.constantFrom(...(Object.keys(contents) as (keyof typeof contents)[])).chain((type) =>
  fc.record({
    type: fc.constant(type),
    subject: fc.constantFrom('request-1', 'request-2'),
    // Few moments, so that events collide.
    minute: fc.integer({ min: 0, max: 9 }),
    data: contents[type] as fc.Arbitrary<object>,
  }),
);

const stream: fc.Arbitrary<CheckedEvent[]> = fc.array(event, { minLength: 2, maxLength: 25 }).map((events) =>
  events.map(
    ({ minute, data, ...same }, index) =>
      ({
        ...same,
        source,
        id: String(index),
        at: new Date(start + minute * 60_000).toISOString(),
        data,
        interpreter: 'interpreter' in data ? data.interpreter : null,
      }) as CheckedEvent,
  ),
);

/** A delivery: every event at least once, in any order, in batches of any size. */
const deliveryOf = (events: CheckedEvent[]) =>
  fc
    .record({
      all: fc.shuffledSubarray(events, { minLength: events.length }),
      repeated: fc.shuffledSubarray(events),
      sizes: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 10 }),
    })
    .map(({ all, repeated, sizes }) => {
      const rest = [...all, ...repeated];
      const batches: CheckedEvent[][] = [];
      for (let turn = 0; rest.length > 0; turn += 1) batches.push(rest.splice(0, sizes[turn % sizes.length]));
      return batches;
    });

type Row = Partial<RequestPatch>;

/** The rows and the facts after some batches: each patch is written over the row, as the database does. */
function recordsAfter(batches: readonly CheckedEvent[][]) {
  const facts = new Map<string, Facts>();
  const rows = new Map<string, Row>();
  for (const batch of batches)
    for (const [subject, events] of Map.groupBy(batch, (batched) => batched.subject)) {
      const known = addFacts(facts.get(subject) ?? {}, events);
      const patch = patchOf(known);
      facts.set(subject, patch ? withoutData(known) : known);
      if (!patch) continue;
      const byId = (a: { recording: string }, b: { recording: string }) => (a.recording < b.recording ? -1 : 1);
      rows.set(subject, { ...rows.get(subject), ...patch, recordings: patch.recordings.toSorted(byId) });
    }
  return { facts: Object.fromEntries(facts), rows: Object.fromEntries(rows) };
}

const delivered = stream.chain((events) => fc.tuple(fc.constant(events), deliveryOf(events)));

/** Random streams give the same records, however they are shuffled, repeated and split. @throws with the smallest stream that does not */
export function expectSameRecords(numRuns: number): void {
  fc.assert(
    fc.property(delivered, ([events, batches]) =>
      isDeepStrictEqual(recordsAfter(batches), recordsAfter([events.toSorted((a, b) => (a.at < b.at ? -1 : 1))])),
    ),
    { numRuns, seed: 20_240_501 },
  );
}
