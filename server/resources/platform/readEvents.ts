import { Compile, type Validator } from 'typebox/compile';
import type { ErrorCode } from '../../../contract/errors.ts';
import { type EventResult, eventSchema, type PlatformData } from '../../../contract/platformEvents.ts';
import { type PlatformEventType, platformEventTypes } from '../../../contract/platformNames.ts';
import type { Flag, Flags } from '../../../contract/flags.ts';
import { unofferedParts } from '../../../contract/offered.ts';
import { earliestRequest } from '../../days.ts';
import type { Deployment } from '../../deployment.ts';
import { fieldErrors } from '../../http/fieldErrors.ts';
import { normalise } from '../../http/normaliseBodies.ts';
import { phoneOf } from '../../phone.ts';
import { ApiProblem } from '../../problem.ts';
import type { CheckedEvent } from './facts.ts';

/** Why an event is rejected, and the wrong value: a JSON pointer into the event. */
export type Rejection = { code: ErrorCode; pointer: string };

/** How far the clock of a platform may be ahead, in milliseconds. */
const clockSkew = 5 * 60_000;

const validators = new Map<PlatformEventType, Validator>();

function validatorOf(type: PlatformEventType): Validator {
  const known = validators.get(type) ?? Compile(eventSchema(type));
  validators.set(type, known);
  return known;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value.slice(0, 200) : null);

/** The source and the id of an event, as far as it has them, for its result. */
export function nameOf(event: unknown): Pick<EventResult, 'source' | 'id'> {
  const { source, id } = isObject(event) ? event : {};
  return { source: textOf(source), id: textOf(id) };
}

const flagsOfTypes: readonly [prefix: string, flag: Flag][] = [
  ['signboard.request.rated', 'feedback'],
  ['signboard.recording.', 'recordings'],
];

function refuseUnoffered(asked: PlatformData<'signboard.request.created'>, flags: Flags): Rejection | null {
  const { location_type = 'remote', service_kind = 'interpretation', channel, caption_type } = asked;
  const [part] = unofferedParts(asked, flags);
  if (part) return { code: 'feature_off', pointer: `/data/${part}` };
  if (location_type === 'site' && channel !== 'live') return { code: 'invalid', pointer: '/data/location_type' };
  if (caption_type && service_kind === 'interpretation') return { code: 'invalid', pointer: '/data/caption_type' };
  return null;
}

/**
 * The data as they are stored: numbers as E.164, addresses in lower case. A number that somebody calls from a request may be a short
 * one, such as that of an emergency service, and stays as it was dialled.
 * @throws ApiProblem phone_invalid
 */
function storedData(
  type: PlatformEventType,
  data: Record<string, unknown>,
  deployment: Deployment,
): Record<string, unknown> {
  const stored = { ...data };
  if (typeof data['phone'] === 'string')
    try {
      stored['phone'] = phoneOf(data['phone'], 'phone', deployment);
    } catch (error) {
      if (type !== 'signboard.request.created') throw error;
    }
  for (const name of ['email', 'contact_email', 'slug'])
    if (typeof data[name] === 'string') stored[name] = data[name].normalize('NFKC').toLowerCase();
  return stored;
}

/** Undefined: it has text that cannot be stored, or is nested too deeply. */
function normalised(given: unknown): unknown {
  try {
    return normalise(given);
  } catch (error) {
    if (error instanceof ApiProblem) return undefined;
    throw error;
  }
}

type Valid = { type: PlatformEventType; source: string; id: string; subject: string; time: string; data: object };

/**
 * Checks an event by itself. Interpreters are still to be found: `interpreter` is what the event calls them.
 * @param given any JSON value
 */
export function readEvent(given: unknown, deployment: Deployment, now: Date): CheckedEvent | Rejection {
  const event = normalised(given);
  if (!isObject(event)) return { code: 'invalid', pointer: '' };
  const type = platformEventTypes.find((known) => known === event['type']);
  if (!type) return { code: event['type'] === undefined ? 'required' : 'invalid', pointer: '/type' };
  const validator = validatorOf(type);
  if (!validator.Check(event)) {
    const failures = validator.Errors(event) as unknown as Parameters<typeof fieldErrors>[0];
    const [[field, codes] = ['', []]] = Object.entries(fieldErrors(failures).errors);
    return {
      code: (codes[0] as ErrorCode | undefined) ?? 'invalid',
      pointer: field && `/${field.replaceAll('.', '/')}`,
    };
  }
  const { source, id, subject, time, data } = event as Valid;
  const happened = new Date(time);
  if (happened < earliestRequest) return { code: 'invalid', pointer: '/time' };
  if (happened.getTime() > now.getTime() + clockSkew) return { code: 'time_in_future', pointer: '/time' };
  const off = flagsOfTypes.find(([prefix, flag]) => type.startsWith(prefix) && !deployment.flags[flag]);
  if (off) return { code: 'feature_off', pointer: '/type' };
  if (type === 'signboard.request.created') {
    const refusal = refuseUnoffered(data as PlatformData<typeof type>, deployment.flags);
    if (refusal) return refusal;
  }
  try {
    const called = type === 'signboard.interpreter.presence' ? subject : (data as { interpreter?: string }).interpreter;
    return {
      type,
      source,
      id,
      subject,
      at: happened.toISOString(),
      data: storedData(type, data as Record<string, unknown>, deployment),
      interpreter: called ?? null,
    } as CheckedEvent;
  } catch (error) {
    if (error instanceof ApiProblem) return { code: 'phone_invalid', pointer: '/data/phone' };
    throw error;
  }
}
