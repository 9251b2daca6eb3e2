import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LoginAnswer, Session } from '../../../contract/auth.ts';
import type { LinkName, SecurityEventName, SignInWay } from '../../../contract/securityEventNames.ts';
import type { Dependencies } from '../../dependencies.ts';
import { tokenHash } from '../../auth/secrets.ts';
import { ApiProblem } from '../../problem.ts';
import { forwardSecurityEvents } from './forwarding.ts';
import { insertEvents, type NewSecurityEvent } from './repository.ts';

/** What an event says besides its name: all parts are optional. */
type Particulars = {
  reason?: string;
  /** The id of the person who acts, if the request has no session. */
  person?: string;
  /** An e-mail that was typed, or the token of a sign-in with a code: they name the person, and are not stored. */
  email?: string;
  otpToken?: string;
  /** The id of the other person whom the act concerns. */
  subject?: string;
  object?: string;
  objectId?: string;
  rows?: number;
  /** The columns of an exported report. */
  columns?: string[] | undefined;
};

/** Records security events. No call fails because of it, and none waits for it. */
export type SecurityLog = {
  /** @param request null: the backend acts by itself, in a background task */
  record: (request: FastifyRequest | null, event: SecurityEventName, particulars?: Particulars) => void;
  /** Records the outcome of a sign-in with its way. Nothing is recorded while only a code was sent. */
  signIn: <Answer extends LoginAnswer | Session>(
    request: FastifyRequest,
    who: Pick<Particulars, 'email' | 'otpToken'>,
    outcome: Promise<{ answer: Answer; way: SignInWay }>,
  ) => Promise<Answer>;
  /** Records the outcome of an act that asks the caller to prove again who they are. */
  reauthentication: (request: FastifyRequest, outcome: Promise<SignInWay>, done?: SecurityEventName) => Promise<void>;
  /** Records the use of a link, with the id of its person, or that it no longer works. */
  link: <Answer>(
    request: FastifyRequest,
    name: LinkName,
    outcome: Promise<{ person: string; answer: Answer }>,
  ) => Promise<Answer>;
  /** Records that a link no longer works. */
  linkRefused: (request: FastifyRequest, name: LinkName, error: unknown) => void;
  /** Records that the role of the caller may not call the route. */
  accessRefused: (request: FastifyRequest, person: string) => void;
  /** Records the first opening of a link to a file. */
  fileOpened: (
    request: FastifyRequest,
    link: { signature: string; expires: number },
    particulars: Required<Pick<Particulars, 'person' | 'object' | 'objectId'>>,
  ) => void;
  /** Records that a calendar feed was read: once a day for each network address, as programs read it every hour. */
  calendarOpened: (request: FastifyRequest, particulars: Required<Pick<Particulars, 'person' | 'objectId'>>) => void;
  /** Resolves once the events recorded so far are stored, or could not be. */
  settled: () => Promise<void>;
};

/** Maximum number of events that wait for the database; older ones are dropped then. */
const mostWaiting = 10_000;
/** Maximum number of events in one statement. */
const batchSize = 500;
/** The pause after a failure, in milliseconds. */
const pause = 1_000;
/** Repeated refusals by a throttle, of links or of access from one address are one event in this time, in milliseconds. */
const repeatedInterval = 60_000;
/** Reading one calendar feed from one address is one event in this time, in milliseconds. */
const calendarInterval = 24 * 60 * 60_000;
/** Refusals that a program could repeat without an end. */
const repeatable: SecurityEventName[] = ['link_refused', 'access_refused'];
/** Maximum number of remembered links and addresses. */
const mostRemembered = 10_000;
const maxUserAgent = 300;

/** Field errors of a call that asks for a password or a code: the caller has not proved who they are. */
const proofs = ['password_wrong', 'otp_wrong', 'otp_expired', 'otp_exhausted', 'passkey_failed', 'passkey_unknown'];

/** The code of a failed proof of identity, or null if the call failed for another reason. */
function failedProof({ code, details }: ApiProblem): string | null {
  const codes = [code, ...Object.values(details.errors ?? {}).flat()];
  return codes.find((candidate) => [...proofs, 'too_many_requests'].includes(candidate)) ?? null;
}

/** Whether the database refuses the values: data exceptions and constraints, SQLSTATE classes 22 and 23. */
function isRefusedForGood(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));
}

/** The form in which accounts store an e-mail; PostgreSQL refuses NUL and lone surrogates. */
const normalised = (email: string) => email.trim().toWellFormed().replaceAll('\0', '').normalize('NFKC').toLowerCase();

/** Remembers keys until a time, so that what repeats is recorded once. The oldest are forgotten first. */
function createMemory() {
  const until = new Map<string, number>();
  return (key: string, now: number, ends: number): boolean => {
    if ((until.get(key) ?? 0) > now) return false;
    until.delete(key);
    until.set(key, ends);
    const [oldest] = until.keys();
    if (until.size > mostRemembered && oldest !== undefined) until.delete(oldest);
    return true;
  };
}

/** The events that wait for the database, written by one statement at a time. */
function createBuffer(app: FastifyInstance, { database: { db } }: Dependencies, isForwarded: boolean) {
  let waiting: NewSecurityEvent[] = [];
  let writing: Promise<void> | null = null;
  let isClosing = false;

  const write = async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize);
      try {
        await insertEvents(db, batch, { isForwarded });
        waiting = waiting.slice(batch.length);
      } catch (error) {
        if (isRefusedForGood(error)) {
          app.log.error({ err: error, lost: batch.length }, 'security events were refused by the database');
          waiting = waiting.slice(batch.length);
          continue;
        }
        app.log.warn({ err: error, waiting: waiting.length }, 'security events cannot be stored; retrying');
        if (isClosing) return;
        void sleep(pause, undefined, { ref: false }).then(start);
        return;
      }
    }
  };
  const start = () => {
    writing ??= write().finally(() => {
      writing = null;
    });
    return writing;
  };
  app.addHook('onClose', async () => {
    isClosing = true;
    await start();
    if (waiting.length > 0) app.log.error({ lost: waiting.length }, 'security events were not stored');
  });
  return {
    add: (event: NewSecurityEvent) => {
      if (waiting.length >= mostWaiting) {
        app.log.error({ event: event.event }, 'a security event was dropped: too many wait for the database');
        return;
      }
      waiting.push(event);
      // After the response is on its way.
      setImmediate(() => void start());
    },
    settled: async () => {
      // A statement that runs already may have begun before the database could be reached again.
      await writing;
      if (waiting.length > 0) await start();
    },
  };
}

type RecordEvent = SecurityLog['record'];

/** Records the outcome of sign-ins, of proofs of identity, and of links. */
function followOutcomes(
  record: RecordEvent,
): Pick<SecurityLog, 'signIn' | 'reauthentication' | 'link' | 'linkRefused'> {
  const noteRecovery = (request: FastifyRequest, way: SignInWay, person: Pick<Particulars, 'person'>) => {
    if (way === 'recovery_code') record(request, 'recovery_code_used', person);
  };

  const linkRefused: SecurityLog['linkRefused'] = (request, name, error) => {
    if (error instanceof ApiProblem && (error.code.endsWith('_expired') || error.code === 'not_found'))
      record(request, 'link_refused', { object: name, reason: error.code });
  };

  return {
    linkRefused,

    signIn: async (request, who, outcome) => {
      try {
        const { answer, way } = await outcome;
        if ('user' in answer) {
          const person = answer.user.id;
          record(request, 'sign_in', { person, object: way });
          noteRecovery(request, way, { person });
        }
        return answer;
      } catch (error) {
        if (error instanceof ApiProblem && error.code !== 'invalid')
          record(request, 'sign_in_refused', { ...who, reason: error.code });
        throw error;
      }
    },

    reauthentication: async (request, outcome, done = 'reauthentication') => {
      try {
        const way = await outcome;
        record(request, done, { object: way });
        noteRecovery(request, way, {});
      } catch (error) {
        const reason = error instanceof ApiProblem ? failedProof(error) : null;
        if (reason !== null) record(request, 'reauthentication_refused', { reason });
        throw error;
      }
    },

    link: async (request, name, outcome) => {
      try {
        const { person, answer } = await outcome;
        record(request, 'link_used', { person, object: name });
        return answer;
      } catch (error) {
        linkRefused(request, name, error);
        throw error;
      }
    },
  };
}

/** @see SecurityLog */
export function createSecurityLog(app: FastifyInstance, deps: Dependencies): SecurityLog {
  const { clock, metrics } = deps;
  const forwardTo = deps.settings.securityLogUrl;
  if (forwardTo !== null) forwardSecurityEvents(app, deps, forwardTo);
  const buffer = createBuffer(app, deps, forwardTo !== null);
  const isNew = createMemory();

  const record: RecordEvent = (request, event, particulars = {}) => {
    const { reason, person, email, otpToken, subject, object, objectId, rows, columns } = particulars;
    metrics?.countSecurityEvent(event);
    const now = clock();
    const repeats = reason === 'too_many_requests' || repeatable.includes(event);
    const key = `${event} ${request?.ip} ${object ?? ''}`;
    if (repeats && !isNew(key, now.getTime(), now.getTime() + repeatedInterval)) return;
    buffer.add({
      at: now.toISOString(),
      event,
      reason: reason ?? null,
      person_id: person ?? request?.session?.person.id ?? null,
      typed_email: email === undefined ? null : normalised(email),
      challenge: otpToken === undefined ? null : tokenHash(otpToken).toString('hex'),
      subject_id: subject ?? null,
      object: object ?? null,
      object_id: objectId ?? null,
      rows: rows ?? null,
      columns: columns ?? [],
      address: request?.ip ?? null,
      user_agent: request?.headers['user-agent']?.slice(0, maxUserAgent) ?? null,
      request_id: request?.id ?? 'worker',
    });
  };

  return {
    record,
    ...followOutcomes(record),

    accessRefused: (request, person) => {
      record(request, 'access_refused', {
        person,
        object: request.routeOptions.url ?? request.url,
        reason: 'forbidden',
      });
    },

    fileOpened: (request, { signature, expires }, particulars) => {
      if (isNew(signature, clock().getTime(), expires * 1000)) record(request, 'file_opened', particulars);
    },

    calendarOpened: (request, particulars) => {
      const now = clock().getTime();
      const key = `calendar ${particulars.objectId} ${request.ip}`;
      if (isNew(key, now, now + calendarInterval))
        record(request, 'link_used', { ...particulars, object: 'calendar_link' });
    },

    settled: buffer.settled,
  };
}
