import type { ReportQuery } from '../../contract/figures.ts';
import type { Flags } from '../../contract/flags.ts';
import {
  type Channel,
  channels,
  type LocationType,
  locationTypes,
  type ServiceKind,
  type SessionMode,
  sessionModes,
} from '../../contract/interpretations.ts';
import { type Person, reach } from '../policies/policy.ts';
import { ApiProblem } from '../problem.ts';

/** Which requests are meant. What is left out is not asked for; an empty list is met by none. */
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

/** Whose requests: an interpreter's own, or everybody's. */
export function scopeOf({ role }: Pick<Person, 'role'>): 'own' | 'all' {
  return reach('reports', role) === 'all' ? 'all' : 'own';
}

/** All requests through the channels that the deployment has, of which an interpreter sees their own. */
export function everything(person: Person, flags: Flags): Selection {
  return {
    channels: channels.filter((channel) => flags[channel]),
    ...(scopeOf(person) === 'own' ? { interpreters: [person.id] } : {}),
  };
}

/** Those of two lists of names that are in `some`; undefined where none of them was asked for. */
function among<Name extends string>(given: readonly string[] | undefined, some: readonly Name[]): Name[] | undefined {
  const wanted = some.filter((name) => given?.includes(name));
  return wanted.length > 0 ? wanted : undefined;
}

/** The requests that a call asks for, within those that the person may see. */
export function selectionOf(query: ReportQuery, person: Person, flags: Flags): Selection {
  if (query.department && !flags.departments)
    throw new ApiProblem('invalid', { errors: { department: ['feature_off'] } });
  const all = everything(person, flags);
  const { session_channel, interpreter } = query;
  return {
    channels: all.channels.filter((channel) => !session_channel || session_channel.includes(channel)),
    serviceKinds: query.session_type,
    sessionModes: among(query.session_mode, sessionModes),
    locations: among(query.session_mode, locationTypes),
    partners: query.partner,
    partnerCategories: query.partner_category,
    departments: query.department,
    interpreters: all.interpreters?.filter((id) => !interpreter || interpreter.includes(id)) ?? interpreter,
    customers: query.user,
  };
}
