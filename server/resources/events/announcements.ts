import { type AnnouncedKind, announcedKinds, type Change } from '../../../contract/events.ts';
import { kinds, type Kind } from '../../../contract/kinds.ts';
import type { Flags } from '../../../contract/flags.ts';
import { offeredBy } from '../../../contract/offered.ts';
import { isPartOf, readScope } from '../../../contract/permissions.ts';
import { seesRole } from '../../../contract/recordRules.ts';
import type { Role } from '../../../contract/roles.ts';
import type { Person } from '../../policies/policy.ts';

/** The channel of the database that changes are announced on. */
export const channel = 'signboard_changes';

/** A change as the database announces it (`announce`), or the end of sessions. */
export type Announcement = {
  id: string;
  kind: Change['kind'] | 'sessions';
  /** Null: many records, or none. */
  record: string | null;
  /** The people whose own record it is; null: unknown. */
  people: string[] | null;
  /** Properties that decide who may read the record: the roles of a user, or what a request is about. */
  traits: string[];
  /** The version of the record after the change; null if it has none, was deleted, or is unknown. */
  version: number | null;
};

type Payload = Pick<Announcement, 'id' | 'kind' | 'record'> & {
  version?: number | null;
  people: (string[] | null)[] | null;
  traits: (string[] | null)[];
};

const flat = (lists: readonly (readonly (string | null)[] | null)[]) => [
  ...new Set(lists.flatMap((list) => (list ?? []).filter((value) => value !== null))),
];

/** Reads the payload of a notification; null for one of another process to itself. */
export function readAnnouncement(payload: string): Announcement | null {
  if (!payload.startsWith('{')) return null;
  const { id, kind, record, people, traits, version = null } = JSON.parse(payload) as Payload;
  return { id, kind, record, people: people && flat(people), traits: flat(traits), version };
}

function mergeTwo(before: Announcement, after: Announcement): Announcement {
  return {
    ...after,
    people: before.people && after.people ? flat([before.people, after.people]) : after.people,
    traits: flat([before.traits, after.traits]),
    // A row without a version belongs to the record: clients may not know what has changed in it.
    version: before.version === null ? null : after.version,
  };
}

/** Announcements of the same record as one, in the order of the last of each. */
export function mergeAnnouncements(announcements: readonly Announcement[]): Announcement[] {
  const merged = new Map<string, Announcement>();
  for (const announcement of announcements) {
    const key = `${announcement.kind} ${announcement.record}`;
    const before = merged.get(key);
    merged.delete(key);
    merged.set(key, before ? mergeTwo(before, announcement) : announcement);
  }
  return [...merged.values()];
}

const isKind = (kind: AnnouncedKind): kind is AnnouncedKind & Kind => kind in kinds;

/** What a person may learn about a change: the record, only its kind, or nothing. */
export type View = 'record' | 'kind' | null;

/** The rule of a deployment about what a person may learn about a change. */
export function viewsWith(flags: Flags) {
  const { channels, sessionModes, serviceKinds, locationTypes } = offeredBy(flags);
  const offered = new Set<string>([...channels, ...sessionModes, ...serviceKinds, ...locationTypes]);
  return (person: Pick<Person, 'id' | 'role'>, { kind, record, people, traits }: Announcement): View => {
    if (kind === 'editors' || kind === 'notifications') return people?.includes(person.id) ? 'record' : null;
    if (kind === 'sessions' || !announcedKinds.includes(kind)) return null;
    if (isKind(kind) && !isPartOf(flags, kind)) return null;
    const scope = readScope(kind, person.role);
    if (scope === 'none') return null;
    if (record === null) return 'kind';
    if (kind === 'users') {
      const seen = traits.filter((role) => seesRole(person, role as Role));
      return seen.length === traits.length ? 'record' : seen.length > 0 ? 'kind' : null;
    }
    if (!traits.every((trait) => offered.has(trait))) return null;
    if (scope === 'all') return 'record';
    // Whoever was taken off a record may not read it any more.
    return people?.includes(person.id) ? 'kind' : null;
  };
}
