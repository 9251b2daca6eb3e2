import type { FilePurpose } from './filePurposes.ts';
import type { Flag, Flags } from './flags.ts';
import { definitionOf, type Kind, kinds, type ReadScope } from './kinds.ts';
import { isStaffRole, type Role, type StaffRole } from './roles.ts';

/** Read scopes of the pages that do not show one kind of record (Q26). */
const pages = {
  overview: { interpreter: 'own', manager: 'all', owner: 'all' },
  reports: { interpreter: 'own', manager: 'all', owner: 'all' },
  versions: { interpreter: 'all', manager: 'all', owner: 'all' },
} as const satisfies Record<string, Record<StaffRole, ReadScope>>;

/** What a permission to read refers to: the records of a kind, or a page. */
export type Readable = Kind | keyof typeof pages;

/** What service accounts with the scope `read` may read, like managers: no logs and no settings. */
export const serviceReads: readonly Readable[] = [
  ...(['overview', 'reports', 'versions', 'calendar', 'reservations', 'interpretations', 'feedback'] as const),
  ...(['users', 'departments', 'contacts', 'partners', 'partner_categories', 'venues'] as const),
  ...(['closure_categories', 'queues', 'videos', 'video_categories', 'sliders'] as const),
];

/** The roles that are hidden in `users`: managers neither see, create nor change owners. */
export const hiddenRoles = {
  interpreter: [],
  manager: ['owner'],
  owner: [],
} as const satisfies Record<StaffRole, readonly StaffRole[]>;

/** What a role may do with the records of a kind. */
export type Access = 'none' | 'read' | 'write';

/** The roles that may delete shifts; everybody who may read shifts may create and change them. */
export const shiftDeletingRoles = ['manager', 'owner'] as const satisfies readonly StaffRole[];

/** The roles that may upload, and the flag required, by purpose. Only the platform uploads recordings. */
export const uploadPermissions = {
  logo: { roles: ['manager', 'owner'], flag: null },
  slider: { roles: ['manager', 'owner'], flag: 'sliders' },
  reservation: { roles: ['manager', 'owner'], flag: 'reservations' },
  video: { roles: ['manager', 'owner'], flag: 'videos' },
  captions: { roles: ['manager', 'owner'], flag: 'videos' },
  recording: { roles: [], flag: 'recordings' },
} as const satisfies Record<FilePurpose, { roles: readonly StaffRole[]; flag: Flag | null }>;

/** The caller, as far as permission rules need it. */
export type Caller = { id: string; role: StaffRole };

/**
 * Whose records of a kind, or figures of a page, a role may read. The server enforces it and sends `verdicts`; the
 * client uses it only for a backend that omits them (decision 244).
 */
export function readScope(what: Readable, role: StaffRole): ReadScope {
  return what in pages ? pages[what as keyof typeof pages][role] : kinds[what as Kind].read[role];
}

/** The roles that may create, change and delete records of a kind. */
export function writers(kind: Kind): readonly StaffRole[] {
  return definitionOf(kind).write ?? [];
}

/** Whether a person may create, change and delete records of a kind. */
export function writes(kind: Kind, { role }: Pick<Caller, 'role'>): boolean {
  return writers(kind).includes(role);
}

/** Whether a deployment with these flags has records of a kind. */
export function isPartOf(flags: Flags, kind: Kind): boolean {
  const { flag } = definitionOf(kind);
  return flag === undefined || flags[flag];
}

/** Whether a person may delete shifts. */
export const mayDeleteShifts = ({ role }: Pick<Caller, 'role'>): boolean =>
  (shiftDeletingRoles as readonly StaffRole[]).includes(role);

/** Whether a role may sign in to this deployment's dashboard (Q5); deaf and partner never may. */
export function maySignIn(role: Role, allowedRoles: readonly StaffRole[]): role is StaffRole {
  return isStaffRole(role) && allowedRoles.includes(role);
}
