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
type Channel = Interpretation['channel'];

/** Ids of customers, interpreters, partners and closure categories for requests. */
export type Cast = { customers: string[]; interpreters: string[]; partners: string[]; closures: Closures };

function channelOf(random: Random, { online, live }: Deployment['flags']): Channel | null {
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
export type Made = { interpretations: Interpretation[]; feedback: Feedback[] };

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

/** What requests are made for: `perDay` on average. */
type Terms = { key: string; perDay: number; now: Date };

/** When a request comes, how it stands if it is recent, and who may answer it. */
type Circumstances = { createdAt: () => Date; standing?: Standing; interpreters: readonly string[] };

/**
 * Makes requests up to now, and their feedback. Those of a day are deterministic by day, so that later days can be added;
 * the recent ones are deterministic by hour.
 */
export class RequestMaker {
  readonly #deployment: Deployment;
  readonly #cast: Cast;
  readonly #terms: Terms;
  readonly #country: ReturnType<typeof countryWords>;
  readonly #words: ReturnType<typeof languageWords>;

  constructor(deployment: Deployment, cast: Cast, terms: Terms) {
    this.#deployment = deployment;
    this.#cast = cast;
    this.#terms = terms;
    this.#country = countryWords(deployment);
    this.#words = languageWords(deployment);
  }

  ofDay(day: string): Made {
    const { key, perDay } = this.#terms;
    const { interpreters } = this.#cast;
    const count = countOf(seededRandom(`${key}/${perDay}/${day}`), day, perDay);
    const midnight = startOfDay(day, this.#deployment.timeZone).getTime();
    const all: Made = { interpretations: [], feedback: [] };
    for (let index = 0; index < count; index += 1) {
      const random = seededRandom(`${key}/${perDay}/${day}/${index}`);
      const createdAt = () => new Date(midnight + random.weighted(hours) * 60 * minute + random.between(0, 3_599_999));
      this.#add(random, { createdAt, interpreters }, all);
    }
    return all;
  }

  /** The requests of the last hours. */
  recent(interpreters: readonly string[]): Made {
    const { key, now } = this.#terms;
    const all: Made = { interpretations: [], feedback: [] };
    const hour = Math.floor(now.getTime() / (60 * minute));
    for (const [index, { standing, age }] of recent.entries()) {
      const random = seededRandom(`${key}/recent/${hour}/${index}`);
      const createdAt = () => new Date(now.getTime() - random.between(age.min * 60, age.max * 60) * second);
      this.#add(random, { createdAt, standing, interpreters }, all);
    }
    return all;
  }

  /** Adds a request and what the customer thought of it, unless its time is still to come. */
  #add(random: Random, circumstances: Circumstances, { interpretations, feedback }: Made): void {
    const channel = channelOf(random, this.#deployment.flags);
    if (!channel) return;
    const { interpretation, waited } = this.#request(random, channel, circumstances);
    if (interpretation.created > this.#terms.now) return;
    interpretations.push(interpretation);
    const opinion = this.#opinion(random, interpretation, waited);
    if (opinion) feedback.push(opinion);
  }

  #request(
    random: Random,
    channel: Channel,
    { createdAt, standing, interpreters }: Circumstances,
  ): { interpretation: Interpretation; waited: number } {
    const { now } = this.#terms;
    const { closures } = this.#cast;
    const id = random.id();
    const created = createdAt();
    const age = now.getTime() - created.getTime();
    const isOnline = channel === 'online';
    const session_mode = isOnline && this.#deployment.flags.relay && random.chance(0.35) ? 'VRS' : 'VRI';
    const onSite = channel === 'live' && random.chance(0.8);
    const wait = Math.round(random.skewed(isOnline ? 13 : 45, 0.9, { min: 2, max: 3600 }));
    const drawnLength = Math.round(random.skewed(isOnline ? 9 : 45, 0.7, { min: 1, max: 240 }) * 60) * second;
    const isTaken = random.chance(0.93) || standing === 'waiting' || standing === 'running';
    const waited = waitedOf(wait, age / second, standing);
    const started = new Date(created.getTime() + waited * second);
    const ended = new Date(started.getTime() + lengthOf(drawnLength, age - waited * second, standing));
    const isBegun = isTaken && started <= now;
    // Unanswered customers wait about as long as others and give up.
    const isOver = isTaken ? ended <= now : started <= now;
    const kind = random.next();
    const interpreter = random.pick(interpreters);
    const { closure_note, ...wishes } = this.#wishes(random, { channel, session_mode, onSite, kind });
    return {
      waited,
      interpretation: {
        id,
        channel,
        session_mode,
        location_type: onSite ? 'site' : 'remote',
        ...wishes,
        interpreter_id: isBegun ? interpreter : null,
        created,
        started: isBegun ? started : null,
        ended: isOver ? (isTaken ? ended : started) : null,
        closure_note: isOver && isTaken ? closure_note : null,
        closure_category_id: isOver ? closureOf(id, isTaken ? closures.held : closures.missed) : null,
      },
    };
  }

  /** What the customer asked for, and what was noted in the end. `kind` is a number from 0 to 1. */
  #wishes(
    random: Random,
    {
      channel,
      session_mode,
      onSite,
      kind,
    }: { channel: Channel; session_mode: 'VRI' | 'VRS'; onSite: boolean; kind: number },
  ) {
    const { customers, partners } = this.#cast;
    const words = this.#words;
    const isCaptioned = this.#deployment.flags.transcription && kind < 0.25;
    const service_kind = isCaptioned ? (kind < 0.15 ? 'transcription' : 'both') : 'interpretation';
    return {
      service_kind,
      queue_type: queueOf(random, session_mode),
      category: random.pick(words.categories),
      customer_id: random.pick(customers),
      address: onSite ? addressIn(this.#country, random) : null,
      phone: session_mode === 'VRS' ? phoneIn(this.#country, random) : null,
      note: random.chance(0.3) ? random.pick(words.notes) : null,
      closure_note: random.chance(0.5) ? random.pick(words.closureNotes) : null,
      kind: channel === 'live' && random.chance(0.7) ? 'reserved' : 'immediate',
      caption_type: service_kind === 'interpretation' ? null : random.chance(0.3) ? 'chat' : 'caption',
      partner_id: partners.length > 0 && random.chance(0.6) ? random.pick(partners) : null,
    } as const;
  }

  #opinion(random: Random, { id, interpreter_id, ended }: Interpretation, waited: number): Feedback | null {
    if (!this.#deployment.flags.feedback || !ended || !interpreter_id || !random.chance(0.35)) return null;
    const created = new Date(ended.getTime() + random.between(10, 600) * second);
    if (created > this.#terms.now) return null;
    const rating = random.weighted(ratings);
    const said = this.#words.feedback[rating >= 4 ? 'good' : rating === 3 ? 'mixed' : 'bad'];
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
  }
}
