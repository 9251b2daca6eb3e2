import type { ReportQuery } from '../../contract/figures.ts';
import type { Flags } from '../../contract/flags.ts';
import {
  type Channel,
  type LocationType,
  locationTypes,
  type ServiceKind,
  serviceKinds,
  type SessionMode,
  sessionModes,
} from '../../contract/interpretations.ts';
import { offeredBy } from '../../contract/offered.ts';
import { readScope } from '../../contract/permissions.ts';
import type { Person } from '../policies/policy.ts';
import { flagsOfFilter, refuseUnoffered } from '../resources/interpretations/offered.ts';

/** The selected requests. Omitted fields do not filter; an empty list matches nothing. */
export type Selection = {
  channels: Channel[];
  serviceKinds?: ServiceKind[] | undefined;
  sessionModes?: SessionMode[] | undefined;
  locations?: LocationType[] | undefined;
  partners?: string[] | undefined;
  partnerCategories?: string[] | undefined;
  departments?: string[] | undefined;
  interpreters?: string[] | undefined;
  customers?: string[] | undefined;
};

/** The read scope of reports. */
export function scopeOf({ role }: Pick<Person, 'role'>): 'own' | 'all' {
  return readScope('reports', role) === 'all' ? 'all' : 'own';
}

/** All requests of the deployment; for an interpreter, only their own. */
export function everything(person: Person, flags: Flags): Selection {
  const offered = offeredBy(flags);
  const some = <Name>(of: readonly Name[], all: readonly Name[]) => (of.length < all.length ? [...of] : undefined);
  return {
    channels: offered.channels,
    // A filter with all values is omitted, because it would only prevent the use of indexes.
    serviceKinds: some(offered.serviceKinds, serviceKinds),
    sessionModes: some(offered.sessionModes, sessionModes),
    locations: some(offered.locationTypes, locationTypes),
    interpreters: scopeOf(person) === 'own' ? [person.id] : undefined,
  };
}

/** The flags that filters, or some of their values, require. */
const flagsOfFilters = [
  ...flagsOfFilter('session_channel', 'channel'),
  ...flagsOfFilter('session_mode', 'session_mode', 'location_type'),
  ...flagsOfFilter('session_type', 'service_kind'),
  { filter: 'department', flag: 'departments' } as const,
];

/** The values of `given` that are in `some`; undefined if nothing was given. */
function among<Name extends string>(given: readonly string[] | undefined, some: readonly Name[]): Name[] | undefined {
  const wanted = some.filter((name) => given?.includes(name));
  return wanted.length > 0 ? wanted : undefined;
}

/**
 * The requests that a call selects, within the read scope of the person.
 * @throws ApiProblem invalid, with `feature_off` for a filter that the deployment does not have.
 */
export function selectionOf(query: ReportQuery, person: Person, flags: Flags): Selection {
  refuseUnoffered(query, flagsOfFilters, flags);
  const all = everything(person, flags);
  const { session_channel, interpreter } = query;
  return {
    channels: all.channels.filter((channel) => !session_channel || session_channel.includes(channel)),
    serviceKinds: query.session_type ?? all.serviceKinds,
    sessionModes: among(query.session_mode, sessionModes) ?? all.sessionModes,
    locations: among(query.session_mode, locationTypes) ?? all.locations,
    partners: query.partner,
    partnerCategories: query.partner_category,
    departments: query.department,
    interpreters: all.interpreters?.filter((id) => !interpreter || interpreter.includes(id)) ?? interpreter,
    customers: query.user,
  };
}
