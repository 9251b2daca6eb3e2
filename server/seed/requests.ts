import type { Insertable } from 'kysely';
import type { Tables } from '../db/tables.ts';
import { startOfDay } from '../days.ts';
import type { Deployment } from '../deployment.ts';
import type { Closures } from './content.ts';
import { addressIn, countryWords, languageWords, phoneIn } from './locale.ts';
import { seededRandom, type Random } from './random.ts';

const second = 1000;
const minute = 60 * second;

type Interpretation = Insertable<Tables['interpretations']>;
type Feedback = Insertable<Tables['feedback']>;

/** Ids of customers, interpreters, partners and closure categories for requests. */
export type Cast = { customers: string[]; interpreters: string[]; partners: string[]; closures: Closures };

function channelOf(random: Random, { online, live }: Deployment['flags']): Interpretation['channel'] | null {
  if (!online && !live) return null;
  if (online && live) return random.chance(0.75) ? 'online' : 'live';
  return online ? 'online' : 'live';
}

function queueOf(random: Random, mode: Interpretation['session_mode']): Interpretation['queue_type'] {
  if (random.chance(0.03)) return 'emergency';
  if (mode === 'VRS') return 'incoming_call';
  return random.chance(0.6) ? 'commercial' : 'social';
}

/** The share of each rating, in percent; 4.5 on average. */
export const ratings = { 5: 68, 4: 20, 3: 8, 2: 2, 1: 2 };

/** The relative traffic of each day of the week, from Sunday. */
export const weekdays = [0.25, 1.3, 1.25, 1.15, 1.2, 0.95, 0.35];

/** The relative traffic of each hour: morning, a break at noon, afternoon, and some in the evening. */
export const hours = {
  0: 1,
  1: 1,
  2: 1,
  3: 1,
  4: 1,
  5: 1,
  6: 3,
  7: 10,
  8: 28,
  9: 48,
  10: 52,
  11: 44,
  12: 26,
  13: 38,
  14: 45,
  15: 40,
  16: 30,
  17: 18,
  18: 16,
  19: 18,
  20: 13,
  21: 7,
  22: 3,
  23: 2,
};

/** The closure category of a request; the first of the list is the most frequent, and some requests have none. */
function closureOf(id: string, closures: readonly string[]): string | null {
  // A separate generator, so that the rest of the request does not change.
  const random = seededRandom(`${id}/closure`);
  if (random.chance(0.25)) return null;
  return closures[Math.floor(random.next() ** 3 * closures.length)] ?? null;
}

/** The seconds until the answer: longer than its age for a request that waits, shorter for others of known standing. */
function waitedOf(drawn: number, age: number, standing?: Standing): number {
  if (standing === undefined) return drawn;
  return standing === 'waiting' ? Math.ceil(age) + drawn : Math.min(drawn, Math.floor(age / 4));
}

/** The duration: longer than the time since the answer for a request in progress, shorter for an ended one. */
function lengthOf(drawn: number, since: number, standing?: Standing): number {
  if (standing === 'running') return Math.max(0, since) + drawn;
  return standing === 'ended' ? Math.min(drawn, Math.floor((since * 0.9) / second) * second) : drawn;
}

/** The number of requests on a day. */
function countOf(random: Random, day: string, perDay: number): number {
  const share = weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 1;
  return Math.max(1, Math.round(perDay * share * (0.75 + random.next() / 2)));
}

/** Requests and their feedback. */
type Made = { interpretations: Interpretation[]; feedback: Feedback[] };

/** How a recent request stands: it waits, is in progress, or has ended. */
type Standing = 'waiting' | 'running' | 'ended';

/** The requests of the last hours: their age in minutes. One waits, one is in progress. */
const recent: readonly { standing: Standing; age: { min: number; max: number } }[] = [
  { standing: 'waiting', age: { min: 0.4, max: 1.5 } },
  { standing: 'running', age: { min: 4, max: 9 } },
  { standing: 'ended', age: { min: 25, max: 45 } },
  { standing: 'ended', age: { min: 50, max: 80 } },
  { standing: 'ended', age: { min: 95, max: 140 } },
];

/**
 * Makes requests up to now, and their feedback. Those of a day are deterministic by day, so that later days can be added;
 * the recent ones are deterministic by hour.
 */
export function requestMaker(
  deployment: Deployment,
  cast: Cast,
  { key, perDay, now }: { key: string; perDay: number; now: Date },
): { ofDay: (day: string) => Made; recent: (interpreters: readonly string[]) => Made } {
  const { flags, timeZone } = deployment;
  const country = countryWords(deployment);
  const words = languageWords(deployment);

  const request = (
    random: Random,
    createdAt: (random: Random) => Date,
    { standing, interpreters = cast.interpreters }: { standing?: Standing; interpreters?: readonly string[] } = {},
  ): { interpretation: Interpretation; waited: number } | null => {
    const channel = channelOf(random, flags);
    if (!channel) return null;
    const id = random.id();
    const created = createdAt(random);
    const age = now.getTime() - created.getTime();
    const session_mode = channel === 'online' && flags.relay && random.chance(0.35) ? 'VRS' : 'VRI';
    const onSite = channel === 'live' && random.chance(0.8);
    const isOnline = channel === 'online';
    const wait = Math.round(random.skewed(isOnline ? 13 : 45, 0.9, { min: 2, max: 3600 }));
    const drawnLength = Math.round(random.skewed(isOnline ? 9 : 45, 0.7, { min: 1, max: 240 }) * 60) * second;
    const isTaken = random.chance(0.93);
    const waited = waitedOf(wait, age / second, standing);
    const length = lengthOf(drawnLength, age - waited * second, standing);
    const taken = isTaken || standing === 'waiting' || standing === 'running';
    const started = new Date(created.getTime() + waited * second);
    const ended = new Date(started.getTime() + length);
    const begun = taken && started <= now;
    // Unanswered customers wait about as long as others and give up.
    const over = taken ? ended <= now : started <= now;
    const kind = random.next();
    const interpreter = random.pick(interpreters);
    const service_kind =
      flags.transcription && kind < 0.25 ? (kind < 0.15 ? 'transcription' : 'both') : 'interpretation';
    const extras = {
      service_kind,
      queue_type: queueOf(random, session_mode),
      category: random.pick(words.categories),
      customer_id: random.pick(cast.customers),
      address: onSite ? addressIn(country, random) : null,
      phone: session_mode === 'VRS' ? phoneIn(country, random) : null,
      note: random.chance(0.3) ? random.pick(words.notes) : null,
      closure_note: random.chance(0.5) ? random.pick(words.closureNotes) : null,
      kind: channel === 'live' && random.chance(0.7) ? 'reserved' : 'immediate',
      caption_type: service_kind === 'interpretation' ? null : random.chance(0.3) ? 'chat' : 'caption',
      partner_id: cast.partners.length > 0 && random.chance(0.6) ? random.pick(cast.partners) : null,
    } as const;
    const { closure_note, ...rest } = extras;
    return {
      waited,
      interpretation: {
        id,
        channel,
        session_mode,
        location_type: onSite ? 'site' : 'remote',
        ...rest,
        interpreter_id: begun ? interpreter : null,
        created,
        started: begun ? started : null,
        ended: over ? (taken ? ended : started) : null,
        closure_note: over && taken ? closure_note : null,
        closure_category_id: over ? closureOf(id, taken ? cast.closures.held : cast.closures.missed) : null,
      },
    };
  };

  const opinion = (random: Random, { id, interpreter_id, ended }: Interpretation, waited: number): Feedback | null => {
    if (!flags.feedback || !ended || !interpreter_id || !random.chance(0.35)) return null;
    const created = new Date(ended.getTime() + random.between(10, 600) * second);
    if (created > now) return null;
    const rating = random.weighted(ratings);
    const said = words.feedback[rating >= 4 ? 'good' : rating === 3 ? 'mixed' : 'bad'];
    return {
      id: random.id(),
      interpretation_id: id,
      interpreter_id,
      rating,
      video_quality: Math.max(1, Math.min(5, rating + random.between(-1, 0))),
      interpreter_quality: Math.min(5, rating + random.between(0, 1)),
      notes: random.chance(0.4) ? random.pick(said) : null,
      waiting_seconds: waited,
      created,
    };
  };

  const collect = (random: Random, made: ReturnType<typeof request>, { interpretations, feedback }: Made) => {
    if (!made || made.interpretation.created > now) return;
    interpretations.push(made.interpretation);
    const thought = opinion(random, made.interpretation, made.waited);
    if (thought) feedback.push(thought);
  };

  return {
    ofDay: (day) => {
      const count = countOf(seededRandom(`${key}/${perDay}/${day}`), day, perDay);
      const midnight = startOfDay(day, timeZone).getTime();
      const all: Made = { interpretations: [], feedback: [] };
      const createdAt = (random: Random) =>
        new Date(midnight + random.weighted(hours) * 60 * minute + random.between(0, 3_599_999));
      for (let index = 0; index < count; index += 1) {
        const random = seededRandom(`${key}/${perDay}/${day}/${index}`);
        collect(random, request(random, createdAt), all);
      }
      return all;
    },
    recent: (interpreters) => {
      const all: Made = { interpretations: [], feedback: [] };
      const hour = Math.floor(now.getTime() / (60 * minute));
      for (const [index, { standing, age }] of recent.entries()) {
        const random = seededRandom(`${key}/recent/${hour}/${index}`);
        const createdAt = () => new Date(now.getTime() - random.between(age.min * 60, age.max * 60) * second);
        collect(random, request(random, createdAt, { standing, interpreters }), all);
      }
      return all;
    },
  };
}
