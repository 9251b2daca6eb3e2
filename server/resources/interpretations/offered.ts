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

/** What requests are told apart by, as far as it stands behind a flag (decisions, "Flags"). */
const flagsOfKinds = {
  channel: { online: 'online', live: 'live' },
  session_mode: { VRS: 'relay' },
  service_kind: { transcription: 'transcription', both: 'transcription' },
  location_type: { site: 'live' },
} as const satisfies Record<string, Record<string, Flag>>;
type Kind = keyof typeof flagsOfKinds;

/** What a deployment offers by its flags. */
export function offeredBy(flags: Flags): Offered {
  const offered = <Name extends string>(kind: Kind, all: readonly Name[]): Name[] => {
    const behind: Partial<Record<string, Flag>> = flagsOfKinds[kind];
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
  };
}

/** The flag that a filter, or one of its values, stands behind. */
type FlaggedFilter<Filter extends string> = { filter: Filter; value?: string; flag: Flag };

/** The flags that values of a filter stand behind which names what requests are told apart by. */
export function flagsOfFilter<Filter extends string>(filter: Filter, ...kinds: Kind[]): FlaggedFilter<Filter>[] {
  return kinds.flatMap((kind) => Object.entries(flagsOfKinds[kind]).map(([value, flag]) => ({ filter, value, flag })));
}

const flagsOfFilters: FlaggedFilter<keyof InterpretationsQuery>[] = [
  ...(['channel', 'session_mode', 'service_kind', 'location_type'] as const).flatMap((kind) =>
    flagsOfFilter(kind, kind),
  ),
  { filter: 'queue_type', value: 'incoming_call', flag: 'relay' },
  { filter: 'caption_type', flag: 'transcription' },
  { filter: 'recording', flag: 'recordings' },
  { filter: 'department', flag: 'departments' },
  { filter: 'rated', flag: 'feedback' },
];

/**
 * Refuses a query that asks for what the deployment does not have.
 * @param filters the flags that its filters, or some of their values, stand behind
 * @throws ApiProblem invalid, with `feature_off` at the filter.
 */
export function refuseUnoffered<Query extends object>(
  query: Query,
  filters: readonly FlaggedFilter<keyof Query & string>[],
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
