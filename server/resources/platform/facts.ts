import type { MediaKind } from '../../../contract/interpretations.ts';
import type { PlatformData } from '../../../contract/platformEvents.ts';
import type { PlatformEventType } from '../../../contract/platformNames.ts';

/** An event that passed its checks; `at` is its time in UTC, and `interpreter` the id of the user. */
export type CheckedEvent = {
  [Type in PlatformEventType]: {
    type: Type;
    source: string;
    id: string;
    subject: string;
    at: string;
    data: PlatformData<Type>;
    interpreter: string | null;
  };
}[PlatformEventType];

/** What an event reports. Of several events about the same, one counts (`firstCounts`). */
export type Fact = {
  at: string;
  id: string;
  interpreter?: string;
  media_kind?: MediaKind;
  object?: string;
  online?: boolean;
  /** What the record needs; removed once the record has it. */
  data?: Record<string, unknown>;
};

/** The facts about one subject, by name: the type of the event without `signboard.`, and the recording that it is about. */
export type Facts = { readonly [name: string]: Fact };

/** If several events of these types arrive for one subject, the earliest counts: a customer asks once, and the first answer ends the waiting. Of other types, the latest counts. */
const firstCounts = new Set<PlatformEventType>([
  'signboard.request.created',
  'signboard.request.offered',
  'signboard.request.answered',
  'signboard.recording.started',
]);

const shortName = (type: PlatformEventType) => type.replace('signboard.', '');

/** The name of the fact that an event is about. */
function factName({ type, data }: Pick<CheckedEvent, 'type' | 'data'>): string {
  return 'recording' in data ? `${shortName(type)} ${data.recording}` : shortName(type);
}

function factOf({ type, at, id, data, interpreter }: CheckedEvent): Fact {
  const stamp = { at, id, ...(interpreter === null ? {} : { interpreter }) };
  if ('recording' in data)
    return { ...stamp, media_kind: data.media_kind, ...('object' in data ? { object: data.object } : {}) };
  if (type === 'signboard.interpreter.presence') return { ...stamp, online: data.online };
  const saysMore = interpreter === null && type !== 'signboard.request.abandoned';
  return saysMore ? { ...stamp, data } : stamp;
}

function isEarlier(a: Fact, b: Fact): boolean {
  return a.at === b.at ? a.id < b.id : a.at < b.at;
}

/** Adds events to the facts about a subject. The result depends neither on their order nor on repetitions. */
export function addFacts(facts: Facts, events: readonly CheckedEvent[]): Facts {
  const all: Record<string, Fact> = { ...facts };
  for (const event of events) {
    const name = factName(event);
    const [fact, known] = [factOf(event), all[name]];
    const counts = !known || (firstCounts.has(event.type) ? isEarlier(fact, known) : isEarlier(known, fact));
    if (counts) all[name] = fact;
  }
  return all;
}

/** Facts without the data that the record has now. */
export function withoutData(facts: Facts): Facts {
  return Object.fromEntries(Object.entries(facts).map(([name, { data: _data, ...fact }]) => [name, fact]));
}

const latest = (...times: (string | undefined)[]): string | undefined =>
  times.reduce((last, time) => (last === undefined || (time !== undefined && time > last) ? time : last), undefined);

/** The times of a request, and who answered. */
type RequestTimes = { created: string; started: string | null; ended: string | null; interpreter: string | null };

/**
 * The times of a request. Null: nothing says yet what was asked for. The clocks of a platform may differ, so nothing is answered
 * before it is asked for, or ends before it is answered.
 */
export function timesOf(facts: Facts): RequestTimes | null {
  const created = facts['request.created']?.at;
  if (created === undefined) return null;
  const answered = facts['request.answered'];
  const started = answered && latest(created, answered.at);
  const end = latest(facts['request.ended']?.at, facts['request.abandoned']?.at);
  return {
    created,
    started: started ?? null,
    ended: (end && latest(created, started, end)) ?? null,
    interpreter: answered?.interpreter ?? null,
  };
}

/** A recording as the facts tell it. */
type RecordingFacts = {
  recording: string;
  media_kind: MediaKind;
  created: string;
  isOver: boolean;
  object: string | null;
};

/** The recordings of a request. */
function recordingsOf(facts: Facts): RecordingFacts[] {
  const parts = Object.entries(facts).flatMap(([name, fact]) => {
    const [, stage, recording] = /^recording\.(\w+) (.*)$/s.exec(name) ?? [];
    return stage === undefined || recording === undefined ? [] : [{ stage, recording, fact }];
  });
  return [...Map.groupBy(parts, ({ recording }) => recording)].map(([recording, all]) => {
    const inOrder = all.toSorted((a, b) => (isEarlier(a.fact, b.fact) ? -1 : 1));
    return {
      recording,
      media_kind: inOrder[0]?.fact.media_kind ?? 'video',
      created: inOrder[0]?.fact.at ?? '',
      isOver: all.some(({ stage }) => stage !== 'started'),
      object: all.find(({ stage }) => stage === 'stored')?.fact.object ?? null,
    };
  });
}

/** The columns of a request that a batch sets: those of the times always, others only with a new fact about them. */
export type RequestPatch = {
  times: RequestTimes;
  asked?: PlatformData<'signboard.request.created'>;
  closure?: PlatformData<'signboard.request.ended'>;
  rating?: PlatformData<'signboard.request.rated'> & { created: string };
  recordings: RecordingFacts[];
};

/** What the facts about a request say that its record does not have yet. Null: it has no record yet. */
export function patchOf(facts: Facts): RequestPatch | null {
  const times = timesOf(facts);
  if (!times) return null;
  const [asked, closure, rated] = ['request.created', 'request.ended', 'request.rated'].map((name) => facts[name]);
  return {
    times,
    ...(asked?.data ? { asked: asked.data as PlatformData<'signboard.request.created'> } : {}),
    ...(closure?.data ? { closure: closure.data } : {}),
    ...(rated?.data
      ? { rating: { ...(rated.data as PlatformData<'signboard.request.rated'>), created: rated.at } }
      : {}),
    recordings: recordingsOf(facts),
  };
}
