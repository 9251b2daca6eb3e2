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

/** A simulated video platform. Time is that of the simulation, in milliseconds. */
export type Simulator = {
  /** Everything up to a moment that has not been returned before. */
  until: (now: number) => Simulated;
  /** Ends what is under way, and takes everybody offline. */
  stop: (now: number) => Simulated;
};

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

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
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

/**
 * Simulates the video platform of a deployment: customers and partners at first, then requests by the hour of the day, answers,
 * abandoned requests, ratings, recordings and presence. The same key gives the same traffic.
 */
export function createSimulator(
  deployment: Deployment,
  {
    key,
    source,
    interpreters,
    perDay,
    start,
  }: { key: string; source: string; interpreters: readonly string[]; perDay: number; start: number },
): Simulator {
  const { flags } = deployment;
  const random = seededRandom(key);
  const country = countryWords(deployment);
  const words = languageWords(deployment);
  let planned: Planned[] = [];
  let reached = start;
  let count = 0;
  const online = new Set<string>();
  const underWay = new Map<string, { isAnswered: boolean }>();

  const plan = (type: PlatformEventType, subject: string, at: number, data: object, object?: Planned['object']) => {
    count += 1;
    const event = {
      specversion: '1.0',
      id: `${key}/${count}`,
      source,
      type,
      subject,
      time: new Date(at).toISOString(),
      data,
    } as const;
    planned.push({ at, event, object });
  };
  const setPresence = (interpreter: string, isOnline: boolean, at: number) => {
    if (isOnline) online.add(interpreter);
    else online.delete(interpreter);
    plan('signboard.interpreter.presence', interpreter, at, { online: isOnline });
  };

  const introduce = () => {
    for (let number = 1; number <= customers; number += 1) {
      const name = nameOf(random, country);
      const data = {
        ...name,
        email: `customer-${number}@platform.example`,
        phone: numberIn(random, country, deployment),
      };
      plan('signboard.customer.changed', `customer-${number}`, start, data);
    }
    for (let number = 1; number <= partners; number += 1) {
      const { name } = country.partners[number % country.partners.length] ?? { name: `Partner ${number}` };
      plan('signboard.partner.changed', `partner-${number}`, start, { name, address: addressIn(country, random) });
    }
    for (const interpreter of interpreters) if (random.chance(0.6)) setPresence(interpreter, true, start);
    const [first] = interpreters;
    if (first !== undefined && online.size === 0) setPresence(first, true, start);
  };

  const recordingOf = (request: string, started: number, ended: number) => {
    const recording = `${request}/recording`;
    const data = { recording, media_kind: 'video' };
    const object = `${recording}.webm`;
    plan('signboard.recording.started', request, started, data);
    plan('signboard.recording.ended', request, ended, data);
    plan(
      'signboard.recording.stored',
      request,
      ended + 5 * second,
      { ...data, object },
      { object, seconds: random.between(6, 20) },
    );
  };

  const request = (at: number) => {
    const subject = `${key}/request-${(count += 1)}`;
    const isOnline = flags.online && (!flags.live || random.chance(0.75));
    const session_mode = isOnline && flags.relay && random.chance(0.35) ? 'VRS' : 'VRI';
    const data = {
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
      phone: session_mode === 'VRS' ? random.digits(country.phone) : null,
      note: random.chance(0.3) ? random.pick(words.notes) : null,
    };
    plan('signboard.request.created', subject, at, data);
    const wait = Math.round(random.skewed(13, 0.9, { min: 2, max: 600 })) * second;
    const [free] = [...online];
    if (free === undefined || !random.chance(0.93)) {
      plan('signboard.request.abandoned', subject, at + wait, {});
      return;
    }
    const interpreter = random.pick([...online]);
    const started = at + wait;
    const ended = started + Math.round(random.skewed(9, 0.7, { min: 1, max: 240 }) * 60) * second;
    plan('signboard.request.offered', subject, at + second, { interpreter });
    plan('signboard.request.answered', subject, started, { interpreter });
    plan(
      'signboard.request.ended',
      subject,
      ended,
      random.chance(0.5) ? { closure_note: random.pick(words.closureNotes) } : {},
    );
    if (flags.recordings && isOnline && random.chance(0.4)) recordingOf(subject, started + second, ended);
    if (flags.feedback && random.chance(0.35)) {
      const rating = random.weighted(ratings);
      const said = words.feedback[rating >= 4 ? 'good' : rating === 3 ? 'mixed' : 'bad'];
      const notes = random.chance(0.4) ? random.pick(said) : null;
      plan('signboard.request.rated', subject, ended + random.between(10, 300) * second, { rating, notes });
    }
  };

  const take = (now: number): Simulated => {
    const due = planned.filter(({ at }) => at <= now).toSorted((a, b) => a.at - b.at);
    planned = planned.filter(({ at }) => at > now);
    for (const {
      event: { type, subject },
    } of due) {
      if (type === 'signboard.request.created') underWay.set(subject, { isAnswered: false });
      if (type === 'signboard.request.answered') underWay.set(subject, { isAnswered: true });
      if (type === 'signboard.request.ended' || type === 'signboard.request.abandoned') underWay.delete(subject);
    }
    return {
      events: due.map(({ event }) => event),
      objects: due.flatMap(({ object }) => (object ? { source, ...object } : [])),
    };
  };

  introduce();
  return {
    until: (now) => {
      for (; reached + minute <= now || reached === start; reached += minute) {
        const arriving = flags.online || flags.live ? countOf(random, perMinute(reached, deployment, perDay)) : 0;
        for (let number = 0; number < arriving; number += 1) request(reached + random.between(0, minute - 1));
        for (const interpreter of interpreters)
          if (random.chance(changeOfPresence) && (!online.has(interpreter) || online.size > 1))
            setPresence(interpreter, !online.has(interpreter), reached + random.between(0, minute - 1));
      }
      return take(now);
    },
    stop: (now) => {
      planned = [];
      for (const [subject, { isAnswered }] of underWay)
        plan(isAnswered ? 'signboard.request.ended' : 'signboard.request.abandoned', subject, now, {});
      for (const interpreter of [...online]) setPresence(interpreter, false, now);
      return take(now);
    },
  };
}
