import type { Flag } from './flags.ts';
import type { StaffRole } from './roles.ts';

/** The records that a role may read: none, their own, or all. */
export type ReadScope = 'none' | 'own' | 'all';

/** The definition of one kind of record. Every list of kinds is derived from these definitions. */
type Definition = {
  /** The path of its pages below `/dashboard/`. Omit it if the kind has no pages. */
  path?: string;
  /** The feature flag that enables it. Omit it if every deployment has the kind. */
  flag?: Flag;
  read: Record<StaffRole, ReadScope>;
  /** The roles that may create, change and delete records. Omit it if the API does not write them. Writers may also read. */
  write?: readonly StaffRole[];
  /** The session lists the person's access to this kind in `verdicts.collections`. */
  inVerdicts?: true;
  /** The groups of the global search that show its records. `true` means one group, named after the kind. */
  searched?: true | readonly string[];
  /** The names of its tables in the audit log. `true` means one table, named after the kind. */
  audited?: true | readonly string[];
};

const everybody = { interpreter: 'all', manager: 'all', owner: 'all' } as const;
const ownOfInterpreters = { interpreter: 'own', manager: 'all', owner: 'all' } as const;
const notInterpreters = { interpreter: 'none', manager: 'all', owner: 'all' } as const;
const ownersOnly = { interpreter: 'none', manager: 'none', owner: 'all' } as const;
const onlyOwn = { interpreter: 'own', manager: 'own', owner: 'own' } as const;

const managers = ['manager', 'owner'] as const;
const owners = ['owner'] as const;
const allStaff = ['interpreter', 'manager', 'owner'] as const;

/** Records that everybody reads and managers write. */
const masterData = {
  read: everybody,
  write: managers,
  inVerdicts: true,
  searched: true,
  audited: true,
} as const satisfies Definition;

/**
 * Every kind of record, in the order of the search results (Q1, Q26). Every list can be
 * exported, so a definition has no property for that.
 */
export const kinds = {
  users: { path: 'users', read: notInterpreters, write: managers, inVerdicts: true, searched: true, audited: true },
  partners: { path: 'partners', ...masterData },
  venues: { path: 'partners/:partner/venues', ...masterData },
  videos: { path: 'partners/:partner/videos', flag: 'videos', ...masterData },
  contacts: { path: 'contacts', ...masterData },
  interpretations: {
    read: ownOfInterpreters,
    searched: ['online', 'live'],
    audited: ['interpretations', 'recordings'],
  },
  reservations: {
    path: 'reservations',
    flag: 'reservations',
    read: ownOfInterpreters,
    write: managers,
    inVerdicts: true,
    searched: true,
    audited: ['reservations', 'reservation_interpreters', 'interpreter_preferences'],
  },
  departments: { path: 'departments', flag: 'departments', ...masterData },
  partner_categories: { path: 'partners/categories', ...masterData },
  closure_categories: { path: 'closure', ...masterData },
  sliders: { path: 'sliders', flag: 'sliders', ...masterData },
  video_categories: { flag: 'videos', read: everybody, write: managers, inVerdicts: true, audited: true },
  queues: {
    path: 'queues',
    flag: 'queues',
    read: notInterpreters,
    write: owners,
    inVerdicts: true,
    audited: ['queue_priorities'],
  },
  calendar: {
    path: 'calendar',
    read: ownOfInterpreters,
    write: allStaff,
    inVerdicts: true,
    audited: ['schedules', 'shifts'],
  },
  absences: {
    path: 'absences',
    flag: 'absences',
    read: ownOfInterpreters,
    write: allStaff,
    inVerdicts: true,
    audited: true,
  },
  feedback: { path: 'feedback', flag: 'feedback', read: ownOfInterpreters },
  audit: { path: 'audit', read: ownersOnly, inVerdicts: true },
  security_events: { path: 'security', read: ownersOnly, inVerdicts: true },
  privacy: { path: 'privacy', read: ownersOnly, write: owners, inVerdicts: true, audited: ['legal_holds'] },
  retention: { path: 'retention', read: ownersOnly, write: owners, inVerdicts: true },
  service_accounts: {
    path: 'service-accounts',
    read: ownersOnly,
    write: owners,
    inVerdicts: true,
    audited: true,
  },
  calendar_feeds: {
    path: 'calendar-feeds',
    read: { interpreter: 'own', manager: 'own', owner: 'all' },
    write: allStaff,
    inVerdicts: true,
    audited: true,
  },
  webhooks: { path: 'webhooks', read: ownersOnly, write: owners, inVerdicts: true, audited: true },
  imports: { path: 'imports', read: ownersOnly, write: owners, inVerdicts: true, audited: true },
  saved_views: { read: onlyOwn, write: allStaff },
} as const satisfies Record<string, Definition>;

type Kinds = typeof kinds;

/** The name of a kind of record, as the API spells it. */
export type Kind = keyof Kinds;

/** The kinds whose definition has the property `Name`. */
type KindsWith<Name extends keyof Definition> = {
  [Each in Kind]: Kinds[Each] extends Record<Name, unknown> ? Each : never;
}[Kind];

/** The groups or names that a definition gives under `Name`. */
type NamesUnder<Name extends 'searched' | 'audited'> = {
  [Each in KindsWith<Name>]: Kinds[Each] extends Record<Name, readonly (infer Group)[]> ? Group : Each;
}[KindsWith<Name>];

/** A kind whose records the API can create, change and delete. */
export type Writable = KindsWith<'write'>;
/** A kind with an entry in the session’s verdicts. */
export type Collection = KindsWith<'inVerdicts'>;
/** A kind that has pages in the dashboard. */
export type KindWithPages = KindsWith<'path'>;
/** A group of results of the global search. */
export type SearchGroup = NamesUnder<'searched'>;
/** The name of a table in the audit log. */
export type Audited = NamesUnder<'audited'> | 'files';

/** The folder that a kind has in `src/features` and `server/resources`: its name in camel case. */
export function folderOf(kind: Kind): string {
  return kind.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The definition of a kind, with its optional properties in the type. */
export function definitionOf(kind: Kind): Definition {
  return kinds[kind];
}

/** The name of every kind. */
export const kindNames = Object.keys(kinds) as Kind[];

function namesUnder(name: 'searched' | 'audited'): string[] {
  return kindNames.flatMap((kind) => {
    const names = definitionOf(kind)[name];
    return names === true ? [kind] : [...(names ?? [])];
  });
}

/** The kinds with an entry in the session’s verdicts. */
export const collections = kindNames.filter((kind) => definitionOf(kind).inVerdicts) as Collection[];

/** The groups of the search over everything, in the order in which they are answered; `online` and `live` are interpretations. */
export const searchGroups = namesUnder('searched') as SearchGroup[];

/** The names under which the audit log keeps records; files belong to several kinds. */
export const audited = [...namesUnder('audited'), 'files'] as Audited[];
