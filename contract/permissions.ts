import type { FilePurpose } from './filePurposes.ts';
import type { Flag, Flags } from './flags.ts';
import { definitionOf, type Kind, kinds, type Reach } from './kinds.ts';
import { isStaffRole, type Role, type StaffRole } from './roles.ts';

/** Who may read the pages that show no records of one kind (decisions, "Who may do what"; Q26). */
const pages = {
  overview: { interpreter: 'own', manager: 'all', owner: 'all' },
  reports: { interpreter: 'own', manager: 'all', owner: 'all' },
  versions: { interpreter: 'all', manager: 'all', owner: 'all' },
} as const satisfies Record<string, Record<StaffRole, Reach>>;

/** What can be read: the records of a kind, or a page. */
export type Readable = Kind | keyof typeof pages;

/** The roles whose people somebody may see, make and change in `users`: a manager's world has no owners. */
export const unreachableRoles = {
  interpreter: [],
  manager: ['owner'],
  owner: [],
} as const satisfies Record<StaffRole, readonly StaffRole[]>;

/** What somebody may do with the records of a kind. */
export type Access = 'none' | 'read' | 'write';

/** Who may take shifts out of the calendar; whoever may read them may create and change them. */
export const calendarDeleting = ['manager', 'owner'] as const satisfies readonly StaffRole[];

/** Who may upload a file for which purpose, and the flag that it stands behind. Recordings come from the platform alone. */
export const uploading = {
  logo: { roles: ['manager', 'owner'], flag: null },
  slider: { roles: ['manager', 'owner'], flag: 'sliders' },
  reservation: { roles: ['interpreter', 'manager', 'owner'], flag: 'reservations' },
  video: { roles: ['manager', 'owner'], flag: 'videos' },
  recording: { roles: [], flag: 'recordings' },
} as const satisfies Record<FilePurpose, { roles: readonly StaffRole[]; flag: Flag | null }>;

/** Who makes a call, as far as the rules look at them. */
export type Caller = { id: string; role: StaffRole };

/**
 * Whose records of a kind, or figures of a page, a role may read. The server enforces it and answers verdicts; the client
 * uses it only for a backend that answers none (decision 244).
 */
export function reach(what: Readable, role: StaffRole): Reach {
  return what in pages ? pages[what as keyof typeof pages][role] : kinds[what as Kind].read[role];
}

/** The roles that may create, change and delete records of a kind. */
export function writers(kind: Kind): readonly StaffRole[] {
  return definitionOf(kind).write ?? [];
}

/** Whether somebody may create, change and delete records of a kind. */
export function writes(kind: Kind, { role }: Pick<Caller, 'role'>): boolean {
  return writers(kind).includes(role);
}

/** Whether a deployment with these flags has records of a kind. */
export function isPartOf(flags: Flags, kind: Kind): boolean {
  const { flag } = definitionOf(kind);
  return flag === undefined || flags[flag];
}

/** Whether somebody may take shifts out of the calendar. */
export const mayDeleteShifts = ({ role }: Pick<Caller, 'role'>): boolean =>
  (calendarDeleting as readonly StaffRole[]).includes(role);

/** Whether a role may come into this deployment's dashboard at all (Q5); deaf and partner never may. */
export function mayEnter(role: Role, allowedRoles: readonly StaffRole[]): role is StaffRole {
  return isStaffRole(role) && allowedRoles.includes(role);
}
