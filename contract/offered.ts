import type { Flag, Flags } from './flags.ts';
import {
  type Channel,
  channels,
  type LocationType,
  locationTypes,
  type QueueType,
  queueTypes,
  type ServiceKind,
  serviceKinds,
  type SessionMode,
  sessionModes,
} from './interpretations.ts';

/** What a backend offers people for their own account; others may offer less. */
const accountOffers = ['sessions', 'totp', 'passkeys'] as const;

/**
 * What a backend offers beyond the requirements. `events`: the stream of changes, and who else edits a record.
 * `push`: push messages to devices. `plans`: proposals for many reservations at once.
 */
export const backendOffers = [...accountOffers, 'events', 'notifications', 'push', 'plans'] as const;
export type BackendOffer = (typeof backendOffers)[number];

/** What our backend offers with these flags. An authenticator app is for deployments that ask for a second factor. */
export function offersOf(flags: Flags): BackendOffer[] {
  const needed: Partial<Record<BackendOffer, boolean>> = {
    totp: flags.twoFactor,
    push: flags.webPush,
    plans: flags.reservations,
  };
  return backendOffers.filter((offer) => needed[offer] !== false);
}

/** Whether a backend offers people anything for their own account. */
export function offersForAccount(offers: readonly BackendOffer[]): boolean {
  return offers.some((offer) => (accountOffers as readonly BackendOffer[]).includes(offer));
}

/** The kinds of requests that a deployment offers. Others are hidden, even if the database contains them. */
export type Offered = {
  channels: Channel[];
  sessionModes: SessionMode[];
  serviceKinds: ServiceKind[];
  locationTypes: LocationType[];
  queueTypes: QueueType[];
};

/** The properties of requests with values that depend on a flag (Q1). */
export const requiredFlags = {
  channel: { online: 'online', live: 'live' },
  session_mode: { VRS: 'relay' },
  service_kind: { transcription: 'transcription', both: 'transcription' },
  location_type: { site: 'live' },
  queue_type: { incoming_call: 'relay' },
} as const satisfies Record<string, Record<string, Flag>>;
export type RequestPart = keyof typeof requiredFlags;

/** The properties of a request whose values a deployment with these flags does not offer. */
export function unofferedParts(request: Partial<Record<RequestPart, string>>, flags: Flags): RequestPart[] {
  return (Object.keys(requiredFlags) as RequestPart[]).filter((part) => {
    const value = request[part];
    const flag = value === undefined ? undefined : (requiredFlags[part] as Partial<Record<string, Flag>>)[value];
    return flag !== undefined && !flags[flag];
  });
}

/** The kinds of requests that a deployment with these flags offers. */
export function offeredBy(flags: Flags): Offered {
  const offered = <Name extends string>(part: RequestPart, all: readonly Name[]): Name[] => {
    const behind: Partial<Record<string, Flag>> = requiredFlags[part];
    return all.filter((name) => {
      const flag = behind[name];
      return flag === undefined || flags[flag];
    });
  };
  return {
    channels: offered('channel', channels),
    sessionModes: offered('session_mode', sessionModes),
    serviceKinds: offered('service_kind', serviceKinds),
    locationTypes: offered('location_type', locationTypes),
    queueTypes: offered('queue_type', queueTypes),
  };
}
