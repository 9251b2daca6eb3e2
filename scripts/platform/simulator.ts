import type { PlatformEventType } from '../../contract/platformNames.ts';
import type { Deployment } from '../../server/deployment.ts';
import { phoneOf } from '../../server/phone.ts';
import { ApiProblem } from '../../server/problem.ts';
import { addressIn, type CountryWords, countryWords, languageWords } from '../../server/seed/locale.ts';
import { nameOf } from '../../server/seed/people.ts';
import { type Random, seededRandom } from '../../server/seed/random.ts';
import { hours, ratings, weekdays } from '../../server/seed/requests.ts';

/** A CloudEvent, as the simulated platform sends it. */
export type SimulatedEvent = {
  specversion: '1.0';
  id: string;
  source: string;
  type: PlatformEventType;
  subject: string;
  time: string;
  data: object;
};

/** What the simulated platform does until a moment: events in the order of their time, and objects with bytes to send. */
export type Simulated = { events: SimulatedEvent[]; objects: { source: string; object: string; seconds: number }[] };

type Planned = { at: number; event: SimulatedEvent; object?: { object: string; seconds: number } };

const second = 1000;
const minute = 60 * second;

const customers = 12;
const partners = 3;

/** How likely an interpreter goes online or offline within a minute. */
const changeOfPresence = 0.01;

/** A telephone number that is possible in the country of the deployment; null: none was found. */
function numberIn(random: Random, { phone }: CountryWords, deployment: Deployment): string | null {
  for (let turn = 0; turn < 50; turn += 1)
    try {
      return phoneOf(random.digits(phone), 'phone', deployment);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
    }
  return null;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const hoursTotal = sum(Object.values(hours));

/** The number of requests that a minute has on average, by the hour and the day of the week in the deployment. */
function perMinute(at: number, { timeZone }: Pick<Deployment, 'timeZone'>, perDay: number): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    weekday: 'short',
    hour: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(at);
  const valueOf = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const day = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(valueOf('weekday'));
  const share = (hours as Record<number, number>)[Number(valueOf('hour'))] ?? 1;
  return (perDay * (weekdays[day] ?? 1) * share) / hoursTotal / 60;
}

/** How many happen, if `mean` happen on average (Poisson). */
function countOf(random: Random, mean: number): number {
  let count = -1;
  for (let left = 1; left > Math.exp(-mean); count += 1) left *= random.next();
  return count;
}

/** Who is simulated: the traffic follows from `key`. `start` is the time of the first event, in milliseconds. */
type Terms = { key: string; source: string; interpreters: readonly string[]; perDay: number; start: number };

/**
 * Simulates the video platform of a deployment: customers and partners at first, then requests by the hour of the day, answers,
 * abandoned requests, ratings, recordings and presence. The same key gives the same traffic. Time is that of the simulation, in milliseconds.
 */
export class Simulator {
  readonly #deployment: Deployment;
  readonly #terms: Terms;
  readonly #random: Random;
  readonly #country: ReturnType<typeof countryWords>;
  readonly #words: ReturnType<typeof languageWords>;
  #planned: Planned[] = [];
  #reached: number;
  #count = 0;
  readonly #online = new Set<string>();
  readonly #underWay = new Map<string, { isAnswered: boolean }>();

  constructor(deployment: Deployment, terms: Terms) {
    this.#deployment = deployment;
    this.#terms = terms;
    this.#random = seededRandom(terms.key);
    this.#country = countryWords(deployment);
    this.#words = languageWords(deployment);
    this.#reached = terms.start;
    this.#introduce();
  }

  /** Everything up to a moment that has not been returned before. */
  until(now: number): Simulated {
    const { interpreters, perDay, start } = this.#terms;
    const { flags } = this.#deployment;
    const random = this.#random;
    for (; this.#reached + minute <= now || this.#reached === start; this.#reached += minute) {
      const at = this.#reached;
      const arriving = flags.online || flags.live ? countOf(random, perMinute(at, this.#deployment, perDay)) : 0;
      for (let number = 0; number < arriving; number += 1) this.#request(at + random.between(0, minute - 1));
      for (const interpreter of interpreters)
        if (random.chance(changeOfPresence) && (!this.#online.has(interpreter) || this.#online.size > 1))
          this.#setPresence(interpreter, !this.#online.has(interpreter), at + random.between(0, minute - 1));
    }
    return this.#take(now);
  }

  /** Ends what is under way, and takes everybody offline. */
  stop(now: number): Simulated {
    this.#planned = [];
    for (const [subject, { isAnswered }] of this.#underWay)
      this.#plan(isAnswered ? 'signboard.request.ended' : 'signboard.request.abandoned', subject, now, {});
    for (const interpreter of [...this.#online]) this.#setPresence(interpreter, false, now);
    return this.#take(now);
  }

  #plan(type: PlatformEventType, subject: string, at: number, data: object, object?: Planned['object']): void {
    const { key, source } = this.#terms;
    this.#count += 1;
    const id = `${key}/${this.#count}`;
    const event = { specversion: '1.0', id, source, type, subject, time: new Date(at).toISOString(), data } as const;
    this.#planned.push({ at, event, object });
  }

  #setPresence(interpreter: string, isOnline: boolean, at: number): void {
    if (isOnline) this.#online.add(interpreter);
    else this.#online.delete(interpreter);
    this.#plan('signboard.interpreter.presence', interpreter, at, { online: isOnline });
  }

  /** The customers, the partners, and who is online at first. */
  #introduce(): void {
    const { interpreters, start } = this.#terms;
    const [random, country] = [this.#random, this.#country];
    for (let number = 1; number <= customers; number += 1) {
      const name = nameOf(random, country);
      const phone = numberIn(random, country, this.#deployment);
      const data = { ...name, email: `customer-${number}@platform.example`, phone };
      this.#plan('signboard.customer.changed', `customer-${number}`, start, data);
    }
    for (let number = 1; number <= partners; number += 1) {
      const { name } = country.partners[number % country.partners.length] ?? { name: `Partner ${number}` };
      const address = addressIn(country, random);
      this.#plan('signboard.partner.changed', `partner-${number}`, start, { name, address });
    }
    for (const interpreter of interpreters) if (random.chance(0.6)) this.#setPresence(interpreter, true, start);
    const [first] = interpreters;
    if (first !== undefined && this.#online.size === 0) this.#setPresence(first, true, start);
  }

  /** A request, and what becomes of it. */
  #request(at: number): void {
    const random = this.#random;
    const { flags } = this.#deployment;
    const subject = `${this.#terms.key}/request-${(this.#count += 1)}`;
    const isOnline = flags.online && (!flags.live || random.chance(0.75));
    this.#plan('signboard.request.created', subject, at, this.#wishes(isOnline));
    const wait = Math.round(random.skewed(13, 0.9, { min: 2, max: 600 })) * second;
    const isAnswered = this.#online.size > 0 && random.chance(0.93);
    if (isAnswered) this.#conversation(subject, isOnline, at, wait);
    else this.#plan('signboard.request.abandoned', subject, at + wait, {});
  }

  /** What a customer asks for. */
  #wishes(isOnline: boolean): object {
    const [random, words] = [this.#random, this.#words];
    const session_mode = isOnline && this.#deployment.flags.relay && random.chance(0.35) ? 'VRS' : 'VRI';
    return {
      channel: isOnline ? 'online' : 'live',
      session_mode,
      queue_type:
        session_mode === 'VRS'
          ? 'incoming_call'
          : random.chance(0.05)
            ? 'emergency'
            : random.pick(['commercial', 'social']),
      category: random.pick(words.categories),
      customer: `customer-${random.between(1, customers)}`,
      partner: random.chance(0.5) ? `partner-${random.between(1, partners)}` : null,
      phone: session_mode === 'VRS' ? random.digits(this.#country.phone) : null,
      note: random.chance(0.3) ? random.pick(words.notes) : null,
    };
  }

  #conversation(subject: string, isOnline: boolean, at: number, wait: number): void {
    const [random, words] = [this.#random, this.#words];
    const { flags } = this.#deployment;
    const interpreter = random.pick([...this.#online]);
    const started = at + wait;
    const ended = started + Math.round(random.skewed(9, 0.7, { min: 1, max: 240 }) * 60) * second;
    this.#plan('signboard.request.offered', subject, at + second, { interpreter });
    this.#plan('signboard.request.answered', subject, started, { interpreter });
    const closure = random.chance(0.5) ? { closure_note: random.pick(words.closureNotes) } : {};
    this.#plan('signboard.request.ended', subject, ended, closure);
    if (flags.recordings && isOnline && random.chance(0.4)) this.#record(subject, started + second, ended);
    if (flags.feedback && random.chance(0.35)) {
      const rating = random.weighted(ratings);
      const said = words.feedback[rating >= 4 ? 'good' : rating === 3 ? 'mixed' : 'bad'];
      const notes = random.chance(0.4) ? random.pick(said) : null;
      const rated = ended + random.between(10, 300) * second;
      this.#plan('signboard.request.rated', subject, rated, { rating, notes });
    }
  }

  #record(request: string, started: number, ended: number): void {
    const recording = `${request}/recording`;
    const data = { recording, media_kind: 'video' };
    const object = `${recording}.webm`;
    this.#plan('signboard.recording.started', request, started, data);
    this.#plan('signboard.recording.ended', request, ended, data);
    const seconds = this.#random.between(6, 20);
    const stored = ended + 5 * second;
    this.#plan('signboard.recording.stored', request, stored, { ...data, object }, { object, seconds });
  }

  /** What is due, in the order of time. */
  #take(now: number): Simulated {
    const due = this.#planned.filter(({ at }) => at <= now).toSorted((a, b) => a.at - b.at);
    this.#planned = this.#planned.filter(({ at }) => at > now);
    for (const { event } of due) {
      const { type, subject } = event;
      if (type === 'signboard.request.created') this.#underWay.set(subject, { isAnswered: false });
      if (type === 'signboard.request.answered') this.#underWay.set(subject, { isAnswered: true });
      if (type === 'signboard.request.ended' || type === 'signboard.request.abandoned') this.#underWay.delete(subject);
    }
    const { source } = this.#terms;
    return {
      events: due.map(({ event }) => event),
      objects: due.flatMap(({ object }) => (object ? { source, ...object } : [])),
    };
  }
}
