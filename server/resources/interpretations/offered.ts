import type { InterpretationsQuery } from '../../../contract/interpretationRecords.ts';
import type { Flag, Flags } from '../../../contract/flags.ts';
import {
  type Channel,
  channels,
  type LocationType,
  locationTypes,
  type ServiceKind,
  serviceKinds,
  type SessionMode,
  sessionModes,
} from '../../../contract/interpretations.ts';
import { ApiProblem } from '../../problem.ts';

/** The requests that a deployment has; others are not there, whatever the database holds. */
export type Offered = {
  channels: Channel[];
  sessionModes: SessionMode[];
  serviceKinds: ServiceKind[];
  locationTypes: LocationType[];
};

/** What a deployment offers by its flags (decisions, "Flags"). */
export function offeredBy(flags: Flags): Offered {
  return {
    channels: channels.filter((channel) => flags[channel]),
    sessionModes: sessionModes.filter((mode) => mode === 'VRI' || flags.relay),
    serviceKinds: serviceKinds.filter((kind) => kind === 'interpretation' || flags.transcription),
    locationTypes: locationTypes.filter((type) => type === 'remote' || flags.live),
  };
}

/** The flag that a filter, or one of its values, stands behind. */
const flagsOfFilters: { filter: keyof InterpretationsQuery; value?: string; flag: Flag }[] = [
  { filter: 'channel', value: 'online', flag: 'online' },
  { filter: 'channel', value: 'live', flag: 'live' },
  { filter: 'location_type', value: 'site', flag: 'live' },
  { filter: 'session_mode', value: 'VRS', flag: 'relay' },
  { filter: 'queue_type', value: 'incoming_call', flag: 'relay' },
  { filter: 'service_kind', value: 'transcription', flag: 'transcription' },
  { filter: 'service_kind', value: 'both', flag: 'transcription' },
  { filter: 'caption_type', flag: 'transcription' },
  { filter: 'recording', flag: 'recordings' },
];

/**
 * Refuses a query that asks for what the deployment does not have.
 * @param filters the flags that its filters, or some of their values, stand behind
 * @throws ApiProblem invalid, with `feature_off` at the filter.
 */
export function refuseUnoffered<Query extends object>(
  query: Query,
  filters: readonly { filter: keyof Query & string; value?: string; flag: Flag }[],
  flags: Flags,
): void {
  const refused = filters.filter(({ filter, value, flag }) => {
    const given = query[filter];
    if (flags[flag] || given === undefined) return false;
    return value === undefined || (Array.isArray(given) && (given as string[]).includes(value));
  });
  if (refused.length > 0)
    throw new ApiProblem('invalid', {
      errors: Object.fromEntries(refused.map(({ filter }) => [filter, ['feature_off']])),
    });
}

/** The same for a list of interpretations. */
export function assertOffered(query: InterpretationsQuery, flags: Flags): void {
  refuseUnoffered(query, flagsOfFilters, flags);
}
