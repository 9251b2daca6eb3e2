import type { RetentionPeriods } from '../contract/retentionKinds.ts';
import type { Tenant } from '../contract/tenant.ts';
import type { WorkingTime } from '../tenants/inheritance.ts';
import type { SingleSignOn } from '../tenants/singleSignOn.ts';
import type { OfficeHours } from './schedule/officeHours.ts';

/** The colours of mails and documents, as `#rrggbb`. */
export type DocumentColours = { accent: string; onAccent: string; text: string; textMuted: string; ground: string };

/** Whether a reason is required to open a recording. */
export type RecordingRules = { reason: boolean };

/** How long a session lasts at most, and without use (null: no limit). Milliseconds. */
export type SessionRules = { longest: number; idle: number | null };

/** The deployment that the backend serves. `logo` is the SVG for a light background. */
export type Deployment = Omit<Tenant, 'logo' | 'singleSignOn'> & {
  colours: DocumentColours;
  logo: string;
  recordings: RecordingRules;
  /** How long each kind of data is kept. */
  retention: RetentionPeriods;
  /** Where people report vulnerabilities, the preferred one first: https or mailto. */
  securityContacts: string[];
  sessions: SessionRules;
  /** Hours before an approved reservation until which its interpreters may hand it back. */
  handBackHours: number;
  /** Whether a planner approves leave, training and other absences of interpreters. */
  leaveNeedsApproval: boolean;
  /** The hours, within the office hours, after which planners are told that nobody has answered a new reservation. */
  answerHours: number;
  /** The limit of the service level. */
  serviceLevelSeconds: number;
  officeHours: OfficeHours;
  /** Whose public holidays the calendar shows: `LT`, `CA-BC`; null: none. */
  holidays: string | null;
  /** The limits of the hours that interpreters work. */
  workingTime: WorkingTime;
  /** The provider of single sign-on and its rules; null: there is none. */
  singleSignOn: SingleSignOn | null;
};
