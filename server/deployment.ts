import type { Tenant } from '../contract/tenant.ts';
import type { SingleSignOn } from '../tenants/singleSignOn.ts';

/** The colours of mails and documents, as `#rrggbb`. */
export type DocumentColours = { accent: string; onAccent: string; text: string; textMuted: string; ground: string };

/** How many days recordings are kept, and whether a reason is required to open one. */
export type RecordingRules = { retentionDays: number; reason: boolean };

/** How long a session lasts at most, and without use (null: no limit). Milliseconds. */
export type SessionRules = { longest: number; idle: number | null };

/** The deployment that the backend serves. `logo` is the SVG for a light background. */
export type Deployment = Omit<Tenant, 'logo' | 'singleSignOn'> & {
  colours: DocumentColours;
  logo: string;
  recordings: RecordingRules;
  /** How many days events of the security log are kept. */
  securityLogDays: number;
  sessions: SessionRules;
  /** The provider of single sign-on and its rules; null: there is none. */
  singleSignOn: SingleSignOn | null;
};
