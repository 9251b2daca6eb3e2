import type { FilePurpose } from './filePurposes.ts';
import type { Flag } from './flags.ts';
import { isStaffRole, type Role, type StaffRole } from './roles.ts';

/** Whose records: none, one's own, or everybody's. */
export type Reach = 'none' | 'own' | 'all';

/**
 * Who may read what (decisions, "Who may do what"; Q26). The server enforces it and answers verdicts; the client reads it
 * only for a backend that answers none (decision 244).
 */
export const reading = {
  overview: { interpreter: 'own', manager: 'all', owner: 'all' },
  reports: { interpreter: 'own', manager: 'all', owner: 'all' },
  interpretations: { interpreter: 'own', manager: 'all', owner: 'all' },
  feedback: { interpreter: 'own', manager: 'all', owner: 'all' },
  users: { interpreter: 'none', manager: 'all', owner: 'all' },
  calendar: { interpreter: 'own', manager: 'all', owner: 'all' },
  reservations: { interpreter: 'own', manager: 'all', owner: 'all' },
  versions: { interpreter: 'all', manager: 'all', owner: 'all' },
  departments: { interpreter: 'all', manager: 'all', owner: 'all' },
  contacts: { interpreter: 'all', manager: 'all', owner: 'all' },
  partner_categories: { interpreter: 'all', manager: 'all', owner: 'all' },
  partners: { interpreter: 'all', manager: 'all', owner: 'all' },
  venues: { interpreter: 'all', manager: 'all', owner: 'all' },
  videos: { interpreter: 'all', manager: 'all', owner: 'all' },
  video_categories: { interpreter: 'all', manager: 'all', owner: 'all' },
  sliders: { interpreter: 'all', manager: 'all', owner: 'all' },
  closure_categories: { interpreter: 'all', manager: 'all', owner: 'all' },
  queues: { interpreter: 'none', manager: 'all', owner: 'all' },
  audit: { interpreter: 'none', manager: 'none', owner: 'all' },
  saved_views: { interpreter: 'own', manager: 'own', owner: 'own' },
} as const satisfies Record<string, Record<StaffRole, Reach>>;

/** What can be read. */
export type Readable = keyof typeof reading;

/** Who may create, change and delete in which collection. Whoever may write may read. */
export const writing = {
  users: ['manager', 'owner'],
  departments: ['manager', 'owner'],
  contacts: ['manager', 'owner'],
  partner_categories: ['manager', 'owner'],
  partners: ['manager', 'owner'],
  venues: ['manager', 'owner'],
  videos: ['manager', 'owner'],
  video_categories: ['manager', 'owner'],
  sliders: ['manager', 'owner'],
  closure_categories: ['manager', 'owner'],
  queues: ['owner'],
  calendar: ['interpreter', 'manager', 'owner'],
  reservations: ['manager', 'owner'],
  saved_views: ['interpreter', 'manager', 'owner'],
} as const satisfies Partial<Record<Readable, readonly StaffRole[]>>;

/** A collection whose records can be written. */
export type Writable = keyof typeof writing;

/** The roles whose people somebody may see, make and change in `users`: a manager's world has no owners. */
export const unreachableRoles = {
  interpreter: [],
  manager: ['owner'],
  owner: [],
} as const satisfies Record<StaffRole, readonly StaffRole[]>;

/** The collections that records are kept in. */
export const collections = [
  'users',
  'departments',
  'contacts',
  'partner_categories',
  'partners',
  'venues',
  'videos',
  'video_categories',
  'sliders',
  'closure_categories',
  'queues',
  'calendar',
  'reservations',
  'audit',
] as const;
export type Collection = (typeof collections)[number];

/** What somebody may do in a collection. */
export type Access = 'none' | 'read' | 'write';

/** The flag that a collection stands behind. */
export const flagOf = {
  departments: 'departments',
  sliders: 'sliders',
  queues: 'queues',
  videos: 'videos',
  video_categories: 'videos',
  reservations: 'reservations',
} as const satisfies Partial<Record<Readable, Flag>>;

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

/** Whose records of a kind a role may read. */
export function reach(what: Readable, role: StaffRole): Reach {
  return reading[what][role];
}

/** Whether somebody may create, change and delete in a collection. */
export function writes(what: Writable, { role }: Pick<Caller, 'role'>): boolean {
  return (writing[what] as readonly StaffRole[]).includes(role);
}

/** Whether somebody may take shifts out of the calendar. */
export const mayDeleteShifts = ({ role }: Pick<Caller, 'role'>): boolean =>
  (calendarDeleting as readonly StaffRole[]).includes(role);

/** Whether a role may come into this deployment's dashboard at all (Q5); deaf and partner never may. */
export function mayEnter(role: Role, allowedRoles: readonly StaffRole[]): role is StaffRole {
  return isStaffRole(role) && allowedRoles.includes(role);
}
