import { undoTime } from '../contract/reservationRules.ts';
import type { OpenidSettings } from './auth/openidClient.ts';
import type { ScanSettings } from './files/scanner.ts';

/** The settings of a backend that do not depend on its deployment, with their defaults. `config.ts` reads them. */
export const defaultSettings = {
  /** Origins of dashboards on other hosts, exactly as browsers send them. */
  corsOrigins: [] as string[],
  /** The number of reverse proxies in front; only their entries of X-Forwarded-For are trusted. */
  trustedHops: 0,
  /** The public address of the backend, ending in a slash; null if unknown. */
  publicUrl: null as string | null,
  /** The address of the dashboard, ending in a slash, for links in mails; null: mails with links cannot be sent. */
  dashboardUrl: null as string | null,
  /** The address of the app's partner pages, ending in a slash, for QR codes; null if not set. */
  appUrl: null as string | null,
  /** The provider of the national ID; null if there is none. */
  openid: null as OpenidSettings | null,
  /** The secret of the client of single sign-on, for the provider in the manifest; null: it is not available. */
  singleSignOnSecret: null as string | null,
  /** The token of operators for `condition/`; null: the route does not exist. */
  healthToken: null as string | null,
  /** Where security events are sent to (`receiverAt`); null: nowhere. */
  securityLogUrl: null as string | null,
  /** The scanner for malware; null: files are not checked. */
  scanner: null as ScanSettings | null,
  /** Whether webhooks and push services may have addresses in private networks and without TLS. */
  privateWebhooks: false,
  /** Whether the process sends what waits: e-mails, webhooks and push messages. */
  senders: true,
  /** @see undoTime; with 0, planners cannot undo a decision. */
  undoTime,
  /** How long a person waits for the mail server, in milliseconds. */
  mailWait: 3_000,
  /** How often the process looks for what waits, such as e-mails, push messages and tasks of others, in milliseconds. */
  pollInterval: 2_000,
  /** pino's level; `silent` disables logging. */
  logLevel: 'silent',
};

/** @see defaultSettings */
export type Settings = typeof defaultSettings;
