import type { Flags } from './flags.ts';
import type { Direction, Language } from './languages.ts';
import type { StaffRole } from './roles.ts';

/** One entry of the language menu (R138: label, value, instance), and how the language is read. */
export type LanguageOption = {
  /** The name of the language in that language. */
  label: string;
  value: Language;
  /** The deployment's country or id, see `instanceOf`. */
  instance: string;
  direction: Direction;
};

/**
 * The deployment's settings in the app: the JSON of `<script type="application/json" id="tenant">` in its index.html,
 * written at branding and never compiled in.
 */
export type Tenant = {
  id: string;
  brand: string;
  /** ISO 3166 alpha-2, or null for a deployment without a country. */
  country: string | null;
  stage: boolean;
  /** IANA time zone. */
  timeZone: string;
  /** Semantic version of the deployment. */
  version: string;
  /** First entry is the deployment's default. */
  languages: LanguageOption[];
  flags: Flags;
  allowedRoles: StaffRole[];
  /** Queue priorities that only the emergency queue may have. */
  reservedQueuePriorities: number[];
  /** Country whose phone numbers need no prefix (ISO 3166 alpha-2), or null. */
  phoneCountry: string | null;
  support: { email: string; phone: string | null; url: string | null };
  /** The variant of the drawing on the sign-in panel, from 1; absent for the one that follows from the brand name. */
  drawing?: number;
  /** Minutes without keys and pointer after which the page ends the session; absent: it does not. */
  sessionIdleMinutes?: number;
  /** Whether films of recordings show the viewer's name; absent: they do not. */
  recordingWatermark?: boolean;
  /** Minutes of interpreting alone before a team is advised; null: it is not advised; absent: `usualAloneMinutes`. */
  aloneMinutes?: number | null;
  /** The name of the accounts that single sign-on accepts, and whether its button is before the password; absent: none. */
  singleSignOn?: { name: string; isFirst: boolean };
  /** URLs of the logo for light and dark backgrounds, and of the square icon. */
  logo: { light: string; dark: string; icon: string };
};
